import { Button, Stack, TextInput } from '@mantine/core';
import { bookingInput } from '#shared/halls/bookings.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { DepartmentField } from '../parts/DepartmentField.tsx';
import { useBookingMutations, type Booking } from './queries.ts';

const shape = bookingInput.pick({ title: true, departmentId: true });

/** Takes over an hour that another club released, for a named group. */
export function TakeOverForm({ booking: { id }, onDone }: { booking: Booking; onDone: () => void }) {
  const { user } = useAuth();
  const { takeOver } = useBookingMutations();
  const form = useShapeForm<{ title: string; departmentId: string | null }>({ title: '', departmentId: null }, shape);
  const save = (values: { title: string; departmentId: string | null }) =>
    takeOver.mutate(
      { id, kind: 'training', ...values },
      {
        onSuccess: () => {
          notify('Die Stunde gehört jetzt Ihrem Verein.');
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate aria-label="Stunde übernehmen">
      <Stack gap="sm">
        <TextInput label="Welche Gruppe nutzt die Stunde?" required maxLength={120} {...form.getInputProps('title')} />
        {user && (
          <DepartmentField
            club={user.club.name}
            value={form.values.departmentId}
            onChange={(departmentId) => form.setFieldValue('departmentId', departmentId)}
            error={form.errors['departmentId']}
          />
        )}
        <FormProblem error={takeOver.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={takeOver.isPending} style={{ alignSelf: 'flex-start' }}>
          Stunde übernehmen
        </Button>
      </Stack>
    </form>
  );
}
