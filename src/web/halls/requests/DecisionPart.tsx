import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { bookingDecision } from '#shared/halls/bookings.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { fieldsShown } from '../bookings/fieldsShown.ts';
import { useBookingMutations, type Booking, type Hall } from '../bookings/queries.ts';
import { ScopeSelect } from '../bookings/ScopeSelect.tsx';
import { decidedWords } from './decidedWords.ts';
import { DecisionContext } from './DecisionContext.tsx';
import { useRefuseRivals } from './useRefuseRivals.ts';

type DecisionPartProps = {
  booking: Booking;
  hall: Hall;
  /** The facilities that can be offered instead. */ halls: readonly Hall[];
  onDone: () => void;
};

const { scope, onlyFree, reason, offer } = bookingDecision.shape;
const { facilityId, startTime, endTime } = offer.unwrap().shape;
const shape = z.strictObject({ scope, onlyFree, reason, facilityId, startTime, endTime });
const fieldOf = {
  'offer.facilityId': 'facilityId',
  'offer.unitIds': 'facilityId',
  'offer.date': 'startTime',
  'offer.startTime': 'startTime',
  'offer.endTime': 'endTime',
};

/** Decides a request: confirm all, confirm what is free, offer an alternative, or decline. */
export function DecisionPart({ booking, hall, halls, onDone }: DecisionPartProps) {
  const { decide } = useBookingMutations();
  const refuseRivals = useRefuseRivals();
  const form = useShapeForm(newDecision(booking), shape, { fieldOf });
  const { values } = form;
  const offered = halls.find(({ id }) => id === values.facilityId) ?? hall;
  const unitIds = offered.id === hall.id ? booking.unitIds : offered.units.map(({ id }) => id);
  const run = (action: 'approve' | 'reject' | 'offer') => {
    const { facilityId: _hall, startTime: from, endTime: to, ...decision } = values;
    const place = { facilityId: offered.id, unitIds, startTime: from, endTime: to };
    decide.mutate(
      { id: booking.id, action, ...decision, ...(action === 'offer' && { offer: place }) },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: ({ changed, left, rivals }) => {
          notify(decidedWords(action, changed, left));
          refuseRivals(booking.holder, rivals);
          onDone();
        },
      },
    );
  };
  const reject = () => {
    if (values.reason.trim() === '') form.setFieldError('reason', 'Bitte einen Grund nennen.');
    else run('reject');
  };
  return (
    <Stack gap="sm" component="section" aria-label="Entscheiden">
      <DecisionContext booking={booking} />
      {booking.seriesId && (
        <>
          <ScopeSelect value={form.values.scope} onChange={(next) => form.setFieldValue('scope', next)} />
          <Checkbox label="Nur zusagen, was frei ist" {...form.getInputProps('onlyFree', { type: 'checkbox' })} />
        </>
      )}
      <TextInput label="Begründung" {...form.getInputProps('reason')} />
      <Group gap="xs">
        <Button loading={decide.isPending} onClick={() => run('approve')}>
          Zusagen
        </Button>
        <Button variant="outline" color="danger" loading={decide.isPending} onClick={reject}>
          Ablehnen
        </Button>
      </Group>
      <Select
        label="Gegenvorschlag: Halle"
        searchable
        allowDeselect={false}
        data={halls.filter(({ managerClub }) => managerClub === hall.managerClub).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('facilityId')}
        value={offered.id}
      />
      <Group align="flex-end" gap="xs">
        <TimeField label="Gegenvorschlag von" w={140} {...form.getInputProps('startTime')} />
        <TimeField label="bis" w={100} {...form.getInputProps('endTime')} />
        <Button variant="default" onClick={() => run('offer')}>
          Vorschlagen
        </Button>
      </Group>
      <FormProblem error={decide.error} fields={fieldsShown(decide.error, [...Object.keys(values), 'offer'])} />
    </Stack>
  );
}

type DecisionValues = Required<z.input<typeof shape>>;

function newDecision({ seriesId, facilityId: at, startsAt, endsAt }: Booking): DecisionValues {
  return {
    scope: seriesId ? 'all' : 'one',
    onlyFree: false,
    reason: '',
    facilityId: at,
    startTime: localOf(new Date(startsAt)).time,
    endTime: localOf(new Date(endsAt)).time,
  };
}
