import { Alert, Button, Group, Text } from '@mantine/core';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/useNow.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';
import { isWithoutLine } from './keptGuests.ts';
import type { useAttendance } from './useAttendance.ts';

type CloseListProps = { session: AttendanceSheet['session']; of: ReturnType<typeof useAttendance> };

/** Closes a session, once it has begun; without a network once there is one. */
export function CloseList({ session, of: { closing, guests, isOffline, unsent, reload } }: CloseListProps) {
  const { close } = useParticipantMutations();
  const hasBegun = Date.parse(session.startsAt) <= useNow();
  const isHeld = session.state === 'held';
  const finish = () => {
    if (isOffline || unsent > 0 || guests.kept.length > 0) return void closing.keep();
    close.mutate(session.id, {
      onError: (error) => (isWithoutLine(error) ? void closing.keep() : notifyProblem(error)),
      onSuccess: () => (notify('Der Termin ist abgeschlossen.'), void reload()),
    });
  };
  if (closing.kept) return <KeptClosing of={closing} />;
  const words = isHeld ? 'Zahlen erneuern' : 'Termin abschließen';
  return (
    <>
      {isHeld && <Text size="sm">Der Termin ist abgeschlossen.</Text>}
      <Button size="lg" disabled={!hasBegun || session.state === 'cancelled'} loading={close.isPending} onClick={finish}>
        {hasBegun ? words : `Abschließen ab ${formatTime(session.startsAt)} Uhr`}
      </Button>
    </>
  );
}

/** A closing that waits for a network, or that the server refused. */
function KeptClosing({ of: { kept, drop } }: { of: ReturnType<typeof useAttendance>['closing'] }) {
  const isRefused = kept?.refusal !== undefined;
  return (
    <Alert color={isRefused ? 'danger' : 'waiting'} title={isRefused ? 'Nicht abgeschlossen' : 'Wird abgeschlossen'}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {kept?.refusal ??
            'Der Abschluss ist auf diesem Telefon gemerkt und geht nach den Markierungen ab, sobald es eine Verbindung gibt.'}
        </Text>
        <Button variant="default" onClick={() => void drop()}>
          {isRefused ? 'Hinweis schließen' : 'Doch nicht abschließen'}
        </Button>
      </Group>
    </Alert>
  );
}
