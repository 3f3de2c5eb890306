import { Button, Group, Stack, Text } from '@mantine/core';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { may } from '#shared/kernel/rights.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { MoveDialog } from '../bookings/MoveDialog.tsx';
import { useBookingMutations, type Booking, type Hall } from '../bookings/queries.ts';
import { useMove } from '../bookings/useMove.ts';

type DisplacedPartProps = { booking: Booking; halls: readonly Hall[]; onDone: () => void };

/** The decision about a displaced booking: another place for it, or none. */
export function DisplacedPart({ booking, halls, onDone }: DisplacedPartProps) {
  const { user } = useAuth();
  const decidesOn = (hall: Hall) =>
    user !== null && may({ role: user.role.name }, 'bookings.confirm', facilityTarget(user.club.name, hall)) !== undefined;
  const { ask, ...moving } = useMove(halls, decidesOn);
  const { cancel } = useBookingMutations();
  const drop = () =>
    confirm({
      title: 'Termin ausfallen lassen?',
      text: `Er braucht dann keinen anderen Platz mehr und kommt auch nicht zurück, wenn die Halle doch öffnet.${booking.kind === 'course' ? ' Den Termin eines Kurses sagen Sie bitte beim Kurs ab, damit alle Angemeldeten es erfahren.' : ''}`,
      action: 'Ausfallen lassen',
      onConfirm: () =>
        cancel.mutate(
          { id: booking.id, scope: 'one', reason: booking.reason ?? '' },
          {
            onSuccess: () => {
              notify('Der Termin fällt aus.');
              onDone();
            },
            onError: notifyProblem,
          },
        ),
    });
  return (
    <Stack gap="xs">
      <Text size="sm">Dieser Termin hat keinen Platz mehr. Geben Sie ihm einen anderen, oder lassen Sie ihn ausfallen.</Text>
      <Group gap="xs">
        <Button onClick={() => ask(booking)}>Anderen Platz wählen …</Button>
        <Button variant="outline" color="danger" loading={cancel.isPending} onClick={drop}>
          Ausfallen lassen …
        </Button>
      </Group>
      <MoveDialog moving={moving} halls={halls} decidesOn={decidesOn} />
    </Stack>
  );
}
