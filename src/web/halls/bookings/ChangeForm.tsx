import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { bookingChange } from '#shared/halls/bookings.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { DepartmentField } from '../parts/DepartmentField.tsx';
import { fieldsShown } from './fieldsShown.ts';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';
import { ScopeSelect } from './ScopeSelect.tsx';
import { requestedInWords, unchangedOf } from './useMove.ts';

const shape = bookingChange.pick({
  title: true,
  departmentId: true,
  date: true,
  startTime: true,
  endTime: true,
  unitIds: true,
  scope: true,
});

/** Moves or renames a booking: only this one, this and the following, or all future ones. */
export function ChangeForm({ booking, hall, onDone }: { booking: Booking; hall: Hall; onDone: () => void }) {
  const { change } = useBookingMutations();
  const { form, version, clash } = useRowForm<ChangeValues>(booking, valuesOf(booking), shape);
  const save = (values: ChangeValues) =>
    change.mutate(
      { ...unchangedOf(booking), ...values, id: booking.id, version },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: ({ changed, asked = 0 }) => {
          form.resetDirty();
          if (asked > 0) notify(requestedInWords(asked));
          else notify(changed === 1 ? 'Der Termin ist geändert.' : `${changed} Termine sind geändert.`);
          onDone();
        },
      },
    );
  return (
    <section aria-label="Ändern">
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack gap="sm">
          <TextInput label="Titel" {...form.getInputProps('title')} />
          {booking.holder === booking.club && (
            <DepartmentField
              club={booking.club}
              value={form.values.departmentId}
              onChange={(id) => form.setFieldValue('departmentId', id)}
              error={form.errors['departmentId']}
            />
          )}
          <DayField label="Tag" hasVisibleLabel {...dayInput(form, 'date', booking.date)} />
          <Group grow>
            <TimeField label="Von" {...form.getInputProps('startTime')} />
            <TimeField label="Bis" {...form.getInputProps('endTime')} />
          </Group>
          {hall.units.length > 1 && (
            <MultiSelect
              label="Teile"
              data={hall.units.map(({ id, label }) => ({ value: id, label }))}
              {...form.getInputProps('unitIds')}
            />
          )}
          {booking.seriesId && <ScopeSelect value={form.values.scope} onChange={(scope) => form.setFieldValue('scope', scope)} />}
          <FormProblem error={change.error} fields={fieldsShown(change.error, Object.keys(form.values))} clash={clash} />
          <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            Änderung speichern
          </Button>
        </Stack>
      </form>
    </section>
  );
}

type ChangeValues = ReturnType<typeof valuesOf>;

function valuesOf({ title, departmentId, date, startsAt, endsAt, unitIds }: Booking, scope: Scope = 'one') {
  return {
    title: title ?? '',
    departmentId,
    date,
    startTime: localOf(new Date(startsAt)).time,
    endTime: localOf(new Date(endsAt)).time,
    unitIds,
    scope,
  };
}
