import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushDevice } from '#shared/accounts/push.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { formatDate } from '#web/lib/format.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { deviceName } from '../profile/deviceName.ts';
import { ability, switchOff, switchOn, type Ability } from './device.ts';
import classes from './NoticeChoices.module.css';
import { pushQuery } from './queries.ts';

const lead =
  'Das Gerät zeigt dann sofort, dass es etwas Neues gibt: den Namen des Vereins und worum es geht, etwa „Ein Termin fällt aus.“ Namen, Angebote und Zeiten stehen nie darin, die lesen Sie erst nach dem Öffnen.';

/** What to do when a browser cannot show push messages as it is. */
const hints: { readonly [able in Ability]?: string } = {
  none: 'Dieser Browser kann keine Mitteilungen zeigen. Ihre Nachrichten kommen per Mail.',
  'install-first':
    'Auf iPhone und iPad zeigt nur die installierte App Mitteilungen: in Safari auf „Teilen“ tippen, „Zum Home-Bildschirm“ wählen, die App von dort öffnen und hierher zurückkehren (ab iOS 16.4).',
  denied:
    'Mitteilungen dieser Seite sind im Browser gesperrt. Erlauben Sie sie dort in den Einstellungen der Website (Schloss neben der Adresse, „Benachrichtigungen“) und laden Sie die Seite neu.',
};

/** The devices that receive push messages; this one can be switched on and off here. */
export function PushPart() {
  const query = useQuery(pushQuery);
  const { data } = query;
  return (
    <RowPart id="mitteilungen" title="Mitteilungen auf dem Gerät" state={data && devicesInWords(data.devices)} lead={lead}>
      {data ? <Devices of={data} /> : <Loading query={query} />}
    </RowPart>
  );
}

function devicesInWords(devices: readonly PushDevice[]): string {
  const others = devices.filter(({ isCurrent }) => !isCurrent).length;
  const here = others < devices.length ? 'Auf diesem Gerät eingeschaltet' : 'Auf diesem Gerät aus';
  if (others === 0) return here;
  return `${here}, auf ${others === 1 ? 'einem weiteren' : `${others} weiteren`} eingeschaltet`;
}

function Devices({ of: { devices, key } }: { of: { devices: PushDevice[]; key: string } }) {
  return (
    <>
      {devices.length > 0 && (
        <ul className={classes['kinds']}>
          {devices.map((one) => (
            <Device key={one.id} of={one} />
          ))}
        </ul>
      )}
      {!devices.some(({ isCurrent }) => isCurrent) && <SwitchOn serverKey={key} />}
    </>
  );
}

function SwitchOn({ serverKey }: { serverKey: string }) {
  const { user } = useAuth();
  const client = useQueryClient();
  const on = useMutation({
    mutationFn: (userId: string) => switchOn(serverKey, userId),
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
  const able = on.data === false ? 'denied' : ability();
  if (able !== 'yes') return <p>{hints[able]}</p>;
  if (!user) return null;
  const handleClick = () => on.mutate(user.id, { onSuccess: (isOn) => isOn && notify('Dieses Gerät zeigt jetzt Mitteilungen.') });
  return (
    <>
      <PlainButton look="main" disabled={on.isPending} onClick={handleClick}>
        Auf diesem Gerät einschalten
      </PlainButton>
      {on.error && (
        <p role="alert">Das hat nicht geklappt: Der Browser erreicht seinen Dienst für Mitteilungen nicht, oder wir kennen ihn nicht.</p>
      )}
    </>
  );
}

function Device({ of: { id, device, createdAt, isCurrent } }: { of: PushDevice }) {
  const client = useQueryClient();
  const off = useMutation({
    mutationFn: async () => {
      await api.push.remove({ id });
      if (isCurrent) await switchOff();
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
  const name = isCurrent ? 'Dieses Gerät' : deviceName(device);
  return (
    <li className={classes['kind']}>
      <div>
        <strong>{name}</strong>
        <p className={classes['line']}>
          {isCurrent && `${deviceName(device)}, `}eingeschaltet am {formatDate(createdAt)}
        </p>
      </div>
      <PlainButton
        disabled={off.isPending}
        aria-label={`Ausschalten: ${name}`}
        onClick={() =>
          off.mutate(undefined, { onError: notifyProblem, onSuccess: () => notify('Dort erscheinen keine Mitteilungen mehr.') })
        }
      >
        Ausschalten
      </PlainButton>
    </li>
  );
}
