import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnPasskey } from '#shared/accounts/passkeys.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import profile from '../profile/ProfilePage.module.css';
import { ProfileForm } from '../profile/ProfileForm.tsx';
import { Field } from '../sessions/Field.tsx';
import { failureText, fieldText } from '#web/lib/call/failure.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import { sharedPasskeysQuery, usePasskeys } from './queries.ts';

/** One of the user's passkeys: where it works, when it was last used, and its actions. */
export function PasskeyRow({ passkey }: { passkey: OwnPasskey }) {
  const { name, createdAt, lastUsedAt } = passkey;
  const { data: isShared = false } = useQuery(sharedPasskeysQuery);
  const [view, setView] = useState<'facts' | 'name' | 'question'>('facts');
  return (
    <li className={profile['device']}>
      <Icon name="key" size={28} />
      <div className={profile['deviceText']}>
        <div className={profile['deviceName']}>{name}</div>
        <div className={profile['deviceFacts']}>
          {whereItHolds(passkey, isShared)} Angelegt {formatDateTime(createdAt)},{' '}
          {lastUsedAt ? `zuletzt benutzt ${formatDateTime(lastUsedAt)}` : 'noch nicht benutzt'}
        </div>
        {view === 'name' && <NameForm passkey={passkey} onDone={() => setView('facts')} />}
        {view === 'question' && <Removal passkey={passkey} onCancel={() => setView('facts')} />}
      </div>
      {view === 'facts' && (
        <div className={profile['actions']}>
          <FormButton type="button" look="quiet" aria-label={`Umbenennen: ${name}`} onClick={() => setView('name')}>
            Umbenennen
          </FormButton>
          <FormButton type="button" look="quiet" aria-label={`Entfernen: ${name}`} onClick={() => setView('question')}>
            Entfernen
          </FormButton>
        </div>
      )}
    </li>
  );
}

/** The hosts on which a passkey works, and whether it works on this page in this browser. */
function whereItHolds({ host, isForThisHost, isForAllHosts }: OwnPasskey, isShared: boolean): string {
  if (isForAllHosts && (isShared || isForThisHost)) return 'Gilt unter allen Adressen des Portals.';
  if (isForAllHosts) return `Angelegt für ${host}: In diesem Browser gilt er nur dort.`;
  return `Gilt unter ${host}${isForThisHost ? '' : ' (nicht unter dieser Adresse)'}.`;
}

function NameForm({ passkey, onDone }: { passkey: OwnPasskey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const { rename } = usePasskeys();
  const fault = fieldText(rename.error, 'name');
  return (
    <ProfileForm
      error={rename.error}
      faults={{ name: fault }}
      success={false}
      button="Name speichern"
      isBusy={rename.isPending}
      busyText="Der Name wird gespeichert."
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onDone })}
      onChange={rename.reset}
    >
      <Field
        label="Name des Geräts"
        required
        ref={takeFocus}
        maxLength={80}
        autoComplete="off"
        error={fault}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProfileForm>
  );
}

function Removal({ passkey: { id, name }, onCancel }: { passkey: OwnPasskey; onCancel: () => void }) {
  const { remove } = usePasskeys();
  return (
    <>
      {remove.error && <Notice kind="bad">{failureText(remove.error)}</Notice>}
      <p tabIndex={-1} ref={takeFocus}>
        Mit „{name}“ kommt danach niemand mehr in Ihr Konto. Wirklich entfernen?
      </p>
      <div className={profile['actions']}>
        <FormButton
          type="button"
          look="danger"
          isBusy={remove.isPending}
          busyText="Der Passkey wird entfernt."
          onClick={() => remove.mutate(id)}
        >
          Passkey entfernen
        </FormButton>
        <FormButton type="button" look="quiet" onClick={onCancel}>
          Abbrechen
        </FormButton>
      </div>
    </>
  );
}

/** The pressed button is gone: the focus moves to the answer. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
