import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dayInWords } from '#shared/kernel/calendar.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { HallCheck } from '../parts/HallCheck.tsx';
import type { GridPlace } from '../plan/gridPlace.ts';
import type { Hall, Scope } from './queries.ts';
import { ScopeSelect } from './ScopeSelect.tsx';
import { placeNow, type Move, type useMove } from './useMove.ts';
import { labelOf } from './words.ts';

type MoveDialogProps = {
  moving: Pick<ReturnType<typeof useMove>, 'asked' | 'close' | 'save' | 'change'>;
  halls: readonly Hall[];
  /** Whether the viewer decides on a hall, so that no approval is needed. */ decidesOn: (hall: Hall) => boolean;
};

/** Confirms a move that affects others: a series, the participants of a course, the managers of a hall, existing bookings. */
export function MoveDialog({ moving, halls, decidesOn }: MoveDialogProps) {
  const { asked, close } = moving;
  return (
    <Modal opened={asked !== undefined} onClose={close} title="Belegung verschieben">
      {asked && <Question key={asked.booking.id} move={asked} moving={moving} halls={halls} decidesOn={decidesOn} />}
    </Modal>
  );
}

function Question({ move, moving, halls, decidesOn }: MoveDialogProps & { move: Move }) {
  const { booking } = move;
  const [place, setPlace] = useState(move.place);
  const [scope, setScope] = useState<Scope>('one');
  const { save, change, close } = moving;
  const hall = halls.find(({ id }) => id === place.facilityId);
  return (
    <Stack gap="sm">
      <Text fw={650}>{labelOf(booking)}</Text>
      <Text size="sm">
        Bisher: {placeWords(placeNow(booking), halls)}
        <br />
        Neu: <strong>{placeWords(place, halls)}</strong>
      </Text>
      {booking.seriesId && booking.state !== 'displaced' && <ScopeSelect value={scope} onChange={setScope} />}
      {booking.kind === 'course' && (
        <Text size="sm">Gehört die Zeit zu einem Kurs, zieht der Kurstermin mit um, und alle Angemeldeten bekommen eine E-Mail.</Text>
      )}
      {booking.holder !== booking.club && <Text size="sm">Die Ansprechpersonen von {booking.holder} bekommen eine E-Mail.</Text>}
      {hall?.needsApproval && !decidesOn(hall) && (
        <Text size="sm">
          Die Hallenverwaltung muss der neuen Zeit erst zustimmen.
          {booking.state === 'approved' && ' Bis dahin bleibt Ihnen die alte Zeit.'}
        </Text>
      )}
      <HallCheck
        ask={{ hours: [place], except: [booking.id] }}
        onTake={({ facilityId, unitIds, date, startTime, endTime }) => setPlace({ facilityId, unitIds, date, startTime, endTime })}
      />
      <FormProblem error={change.error} fields={[]} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Abbrechen
        </Button>
        <Button loading={change.isPending} onClick={() => save({ booking, place }, scope, { onSuccess: close, onError: () => undefined })}>
          {hall?.needsApproval && !decidesOn(hall) ? 'Neue Zeit anfragen' : 'Verschieben'}
        </Button>
      </Group>
    </Stack>
  );
}

function placeWords({ facilityId, date, startTime, endTime, unitIds }: GridPlace, halls: readonly Hall[]): string {
  const hall = halls.find(({ id }) => id === facilityId);
  const parts = (hall?.units ?? []).filter(({ id }) => unitIds.includes(id)).map(({ label }) => label);
  const where = parts.length > 0 && parts.length < (hall?.units.length ?? 0) ? `${hall?.name} ${parts.join(', ')}` : hall?.name;
  return `${dayInWords(date)}, ${startTime}–${endTime} Uhr, ${where ?? ''}`;
}
