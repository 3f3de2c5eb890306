import { Autocomplete, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { departmentInput, type Department } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { CauseGroup } from '#shared/people/report/reportSnapshots.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from './memberReport.module.css';

type AtFault = CauseGroup['departments'][number];
type Managed = NonNullable<Department['managed']>;

/** One row per department: its members, and the number of its federation. */
export function AssociationRepair({ departments, club }: { departments: readonly AtFault[]; club: ClubName }) {
  const { data = [] } = useQuery(departmentsQuery(club, 'all'));
  const known = [...new Set(data.flatMap(({ managed }) => managed?.associations.map(({ no }) => no) ?? []))].toSorted();
  return (
    <ul className={classes['people']}>
      {departments.map((one) => {
        const managed = data.find(({ id }) => id === one.id)?.managed;
        return (
          <li key={one.id}>
            <Text>
              <strong>{one.name}</strong>, {one.members === 1 ? 'ein Mitglied' : `${one.members} Mitglieder`}
              {one.associations.length > 0 && `, bisher ${one.associations.join(', ')}`}
            </Text>
            {managed && <AssociationForm department={one} managed={managed} known={known} />}
          </li>
        );
      })}
    </ul>
  );
}

const shape = departmentInput.shape.associations.unwrap().element;

/** The federation's number is text, since leading zeros count. */
function AssociationForm({
  department: { id, name },
  managed,
  known,
}: {
  department: AtFault;
  managed: Managed;
  known: readonly string[];
}) {
  const client = useQueryClient();
  const form = useShapeForm({ no: '', name: '', sportNo: '' }, shape);
  const saving = useMutation({
    mutationFn: (association: typeof form.values) => {
      const { head, deputy, endedOn: _ended, members: _members, offers: _offers, fees: _fees, ...kept } = managed;
      const associations = [
        ...kept.associations.filter(({ no }) => no !== association.no),
        { ...association, validFrom: null, validTo: null },
      ];
      return api.departments.update({
        ...kept,
        id,
        name,
        headPersonId: head?.id ?? null,
        deputyPersonId: deputy?.id ?? null,
        associations,
      });
    },
    onSuccess: () => {
      form.reset();
      notify(`Der Fachverband von „${name}“ ist gespeichert.`);
    },
    onError: (error) => applyProblem(form, error),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['departments'] }), client.invalidateQueries({ queryKey: ['members'] })]),
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Group align="flex-end" gap="xs">
        <Autocomplete
          label={`Verbandsnummer von ${name}`}
          inputMode="numeric"
          maxLength={10}
          data={[...known]}
          {...form.getInputProps('no')}
        />
        <TextInput label="Verband" maxLength={120} {...form.getInputProps('name')} />
        <Button type="submit" variant="default" loading={saving.isPending}>
          Speichern
        </Button>
      </Group>
      <FormProblem error={saving.error} fields={Object.keys(form.values)} />
    </form>
  );
}
