import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#shared/accounts/identity.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { deviceIcon, deviceName } from './deviceName.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import classes from './ProfilePage.module.css';
import { devicesQuery, useEndSession } from '../sessions/queries.ts';

/** The devices on which the user is signed in; all but this one can be signed out. */
export function DevicesPart() {
  const { data: sessions, error } = useQuery(devicesQuery);
  const { mutate, variables, isPending, error: failure } = useEndSession();
  return (
    <RowPart
      id="geraete"
      title="Meine Geräte"
      state={sessions && devicesInWords(sessions)}
      lead="Hier sind Sie eingeloggt. Kennen Sie ein Gerät nicht? Dann beenden Sie es und ändern Sie Ihr Passwort."
    >
      {(error ?? failure) && <Notice kind="bad">{failureText(error ?? failure)}</Notice>}
      {!sessions && !error && <Pending />}
      <ul className={classes['devices']}>
        {sessions?.toSorted(currentFirst).map((session) => (
          <Device key={session.id} session={session} isEnding={isPending && variables === session.id} onEnd={() => mutate(session.id)} />
        ))}
      </ul>
    </RowPart>
  );
}

function Device({ session, isEnding, onEnd }: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const { device, network, createdAt, lastUsedAt, isCurrent } = session;
  const name = deviceName(device);
  return (
    <li className={classes['device']}>
      <Icon name={deviceIcon(device)} size={28} />
      <div className={classes['deviceText']}>
        <div className={classes['deviceName']}>
          {name} {isCurrent && <span className={classes['current']}>dieses Gerät</span>}
        </div>
        <div className={classes['deviceFacts']}>
          Eingeloggt {formatDateTime(createdAt)}
          {lastUsedAt !== createdAt && `, zuletzt verlängert ${formatDateTime(lastUsedAt)}`}
          {network && `, Netzadresse ${network}`}
        </div>
      </div>
      {!isCurrent && (
        <FormButton
          type="button"
          look="quiet"
          isBusy={isEnding}
          busyText="Das Gerät wird ausgeloggt."
          aria-label={`Beenden: ${name}, eingeloggt ${formatDateTime(createdAt)}`}
          onClick={onEnd}
        >
          Beenden
        </FormButton>
      )}
    </li>
  );
}

function devicesInWords({ length }: readonly OwnSession[]): string {
  return length === 1 ? 'Nur auf diesem eingeloggt' : `Auf ${length} Geräten eingeloggt`;
}

function currentFirst(one: OwnSession, other: OwnSession): number {
  return Number(other.isCurrent) - Number(one.isCurrent);
}
