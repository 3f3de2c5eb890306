import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInWords, timesInWords } from '#shared/kernel/calendar.ts';
import { bookingKindNames, bookingStateNames } from '#shared/halls/bookingStates.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { ChangeForm } from './ChangeForm.tsx';
import { DecisionPart } from '../requests/DecisionPart.tsx';
import { SeriesPart } from './SeriesPart.tsx';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';
import { ScopeSelect } from './ScopeSelect.tsx';
import { DisplacedPart } from '../own/DisplacedPart.tsx';
import { TakeOverForm } from './TakeOverForm.tsx';
import { scopes } from './scopes.ts';
import { partsOf } from './words.ts';

type BookingDrawerProps = {
  booking: Booking | undefined;
  halls: readonly Hall[];
  /** Moves the booking in the plan, if one is shown. */ onMove?: ((booking: Booking) => void) | undefined;
  /** Opens another booking of the list. */ onOpen: (id: string) => void;
  onClose: () => void;
};

/** The details of one booking, and its actions. */
export function BookingDrawer({ booking, onOpen, onClose, ...rest }: BookingDrawerProps) {
  return (
    <RecordDrawer id={booking?.id} title="Belegung" onOpen={onOpen} onClose={onClose}>
      {booking && <BookingDetails key={booking.id} booking={booking} onClose={onClose} {...rest} />}
    </RecordDrawer>
  );
}

type BookingDetailsProps = Omit<BookingDrawerProps, 'booking' | 'onOpen'> & { booking: Booking };

/** What the drawer of a booking holds. */
export function BookingDetails({ booking, halls, onMove, onClose }: BookingDetailsProps) {
  const hall = halls.find(({ id }) => id === booking.facilityId);
  const { departmentId, club } = booking;
  const { data: departments = [] } = useQuery({ ...departmentsQuery(club, 'all'), enabled: departmentId !== null });
  const department = departments.find(({ id }) => id === departmentId);
  const isDisplaced = booking.state === 'displaced' && booking.may.includes('change');
  const facts = [
    hall?.name,
    partsOf(booking, hall),
    `${dayInWords(booking.date)}, ${timesInWords(booking)}`,
    booking.kind && bookingKindNames[booking.kind],
    department && `Abteilung ${department.name}`,
    booking.expectedParticipants && `${booking.expectedParticipants} Personen`,
    [booking.contactPerson, booking.contactPhone].filter(Boolean).join(', '),
    booking.message,
    booking.reason && `Begründung: ${booking.reason}`,
  ].filter(Boolean);
  return (
    <Stack>
      <div>
        <Text fw={650} size="lg">
          {booking.holder}
          {booking.title && ` · ${booking.title}`}
        </Text>
        <Text size="sm">{bookingStateNames[booking.state]}</Text>
        {facts.map((fact) => (
          <Text key={String(fact)} size="sm" c="dimmed">
            {fact}
          </Text>
        ))}
      </div>
      {booking.may.includes('decide') && hall && <DecisionPart booking={booking} hall={hall} halls={halls} onDone={onClose} />}
      {booking.may.includes('takeOver') && <TakeOverForm booking={booking} onDone={onClose} />}
      {isDisplaced && <DisplacedPart booking={booking} halls={halls} onDone={onClose} />}
      {!isDisplaced && <Actions booking={booking} halls={halls} onClose={onClose} />}
      {booking.seriesId && !isDisplaced && (booking.may.includes('change') || booking.may.includes('cancel')) && (
        <SeriesPart seriesId={booking.seriesId} />
      )}
      {booking.may.includes('change') && !isDisplaced && onMove && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => onMove(booking)}>
          Im Plan verschieben
        </Button>
      )}
      {booking.may.includes('change') && !isDisplaced && hall && <ChangeForm booking={booking} hall={hall} onDone={onClose} />}
    </Stack>
  );
}

function Actions({ booking, halls, onClose }: Omit<BookingDetailsProps, 'onMove'>) {
  const actions = useBookingMutations();
  const [scope, setScope] = useState<Scope>('one');
  const may = (action: Booking['may'][number]) => booking.may.includes(action);
  const settle = (words: string, onUndo?: () => void) => ({
    onSuccess: () => {
      notify(words, onUndo);
      onClose();
    },
    onError: notifyProblem,
  });
  const cancel = () =>
    confirm({
      title: `${scopes.find(({ value }) => value === scope)?.question ?? ''} absagen?`,
      text: 'Die Zeit ist danach für andere frei.',
      action: 'Absagen',
      onConfirm: () => actions.cancel.mutate({ id: booking.id, scope, reason: '' }, settle('Abgesagt.')),
    });
  const isSeries = booking.seriesId !== null;
  const offeredHall =
    booking.offer && booking.offer.facilityId !== booking.facilityId && halls.find(({ id }) => id === booking.offer?.facilityId)?.name;
  return (
    <Stack gap="xs">
      {isSeries && (may('cancel') || may('withdraw') || may('answer')) && <ScopeSelect value={scope} onChange={setScope} />}
      <Group gap="xs">
        <ReleaseButtons booking={booking} settle={settle} />
        {may('answer') && booking.offer && (
          <>
            <Button
              onClick={() =>
                actions.answer.mutate({ id: booking.id, isAccepted: true, scope }, settle('Der Gegenvorschlag ist angenommen.'))
              }
            >
              {booking.offer.startTime}–{booking.offer.endTime} Uhr{offeredHall && `, ${offeredHall},`} annehmen
            </Button>
            <Button
              variant="default"
              onClick={() =>
                actions.answer.mutate({ id: booking.id, isAccepted: false, scope }, settle('Der Gegenvorschlag ist abgelehnt.'))
              }
            >
              Gegenvorschlag ablehnen
            </Button>
          </>
        )}
        {may('mark') && booking.state !== 'held' && (
          <Button onClick={() => actions.markUse.mutate({ id: booking.id, isUsed: true }, settle('Als genutzt festgehalten.'))}>
            Genutzt
          </Button>
        )}
        {may('mark') && booking.state !== 'not_used' && (
          <Button
            variant="default"
            onClick={() => actions.markUse.mutate({ id: booking.id, isUsed: false }, settle('Als nicht genutzt festgehalten.'))}
          >
            Niemand kam
          </Button>
        )}
        {may('withdraw') && (
          <Button
            variant="default"
            onClick={() => actions.withdraw.mutate({ id: booking.id, scope }, settle('Die Anfrage ist zurückgezogen.'))}
          >
            Anfrage zurückziehen
          </Button>
        )}
        {may('cancel') && (
          <Button variant="outline" color="danger" onClick={cancel}>
            Absagen
          </Button>
        )}
      </Group>
    </Stack>
  );
}

type Settle = (words: string, onUndo?: () => void) => { onSuccess: () => void; onError: (error: unknown) => void };

/** Releases an hour for others, or takes it back; the notification offers undo. */
function ReleaseButtons({ booking: { id, may }, settle }: { booking: Booking; settle: Settle }) {
  const { release, reclaim } = useBookingMutations();
  const takeBack = () => reclaim.mutate(id, { onSuccess: () => notify('Die Stunde ist wieder Ihre.'), onError: notifyProblem });
  return (
    <>
      {may.includes('release') && (
        <Button variant="default" onClick={() => release.mutate(id, settle('Die Stunde ist freigegeben.', takeBack))}>
          Stunde freigeben
        </Button>
      )}
      {may.includes('reclaim') && (
        <Button variant="default" onClick={() => reclaim.mutate(id, settle('Die Stunde ist wieder Ihre.'))}>
          Freigabe zurücknehmen
        </Button>
      )}
    </>
  );
}
