import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysAtMost } from '#shared/accounts/passkeys.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { deviceName } from '../profile/deviceName.ts';
import { ProfileForm } from '../profile/ProfileForm.tsx';
import profile from '../profile/ProfilePage.module.css';
import { Field } from '../sessions/Field.tsx';
import { failureText, fieldText } from '#web/lib/call/failure.ts';
import { Notice } from '../sessions/Notice.tsx';
import { knowsPasskeys } from './browser.ts';
import { PasskeyRow } from './PasskeyRow.tsx';
import { passkeysQuery, sharedPasskeysQuery, usePasskeys, type Outcome } from './queries.ts';

const outcomes = (isShared: boolean): { readonly [outcome in Outcome]: string } => ({
  made: isShared
    ? 'Der Passkey ist angelegt. Er gilt unter allen Adressen des Portals.'
    : `Der Passkey ist angelegt. Er gilt unter ${location.hostname}.`,
  'not made': 'Es wurde kein Passkey angelegt. Sie können es jederzeit noch einmal versuchen.',
  'has one': 'Dieses Gerät hat für Ihr Konto schon einen Passkey. Hier ist nichts mehr zu tun.',
});

/** The passkeys on "Mein Profil": one per device that signs in by fingerprint, face or PIN. */
export function PasskeysPart() {
  const { data: passkeys, error } = useQuery(passkeysQuery);
  return (
    <RowPart
      id="passkeys"
      title="Passkeys"
      state={passkeys && passkeysInWords(passkeys.length)}
      lead="Mit einem Passkey loggen Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts ein, ohne Adresse und Passwort. Wenn Sie einen anlegen oder entfernen, werden Sie auf allen anderen Geräten ausgeloggt."
    >
      {error && !passkeys && <Notice kind="bad">{failureText(error)}</Notice>}
      {!passkeys && !error && <Pending />}
      {passkeys && passkeys.length > 0 && (
        <ul className={profile['devices']}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {passkeys && passkeys.length < passkeysAtMost && <NewPasskey />}
    </RowPart>
  );
}

function passkeysInWords(count: number): string {
  if (count === 0) return 'Noch keiner';
  return count === 1 ? '1 Passkey' : `${count} Passkeys`;
}

function NewPasskey() {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const { add } = usePasskeys();
  const { data: isShared = false } = useQuery(sharedPasskeysQuery);
  const fault = fieldText(add.error, 'name');
  if (!knowsPasskeys()) return <p>In diesem Browser oder auf diesem Weg können Sie keinen Passkey anlegen.</p>;
  return (
    <ProfileForm
      error={add.error}
      faults={{ name: fault }}
      success={add.data && outcomes(isShared)[add.data]}
      button="Passkey anlegen"
      isBusy={add.isPending}
      busyText="Bitte bestätigen Sie auf Ihrem Gerät."
      onSubmit={() => add.mutate(name)}
      onChange={add.reset}
    >
      <Field
        label="Name für dieses Gerät"
        required
        maxLength={80}
        autoComplete="off"
        hint={
          isShared ? 'Der Passkey gilt unter allen Adressen des Portals.' : `Der Passkey gilt nur unter der Adresse ${location.hostname}.`
        }
        error={fault}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProfileForm>
  );
}
