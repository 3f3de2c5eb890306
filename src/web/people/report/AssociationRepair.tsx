import { Autocomplete, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { departmentInput, type Department } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { CauseGroup } from '#shared/people/report/reportSnapshots.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
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

const fields = departmentInput.shape.associations.unwrap().element.shape;
const shape = z.object({ no: fields.no, name: fields.name });
type Named = z.output<typeof shape>;

/** What is known of a federation stays, such as the number of the sport; the newly named one holds from now on. */
function associationsWith(kept: Managed['associations'], { no, name }: Named): Managed['associations'] {
  const known = kept.find((one) => one.no === no);
  return [
    ...kept.filter((one) => one.no !== no),
    { sportNo: '', validFrom: null, ...known, no, name: name || (known?.name ?? ''), validTo: null },
  ];
}

type AssociationFormProps = { department: AtFault; managed: Managed; known: readonly string[] };

/** The federation's number is text, since leading zeros count. */
function AssociationForm({ department: { id, name }, managed, known }: AssociationFormProps) {
  const client = useQueryClient();
  const { form, version, adopt, clash, draft } = useRowForm<Named>(managed, { no: '', name: '' }, shape, { draft: `association.${id}` });
  const saving = useMutation({
    mutationFn: (association: Named) => {
      const { head, deputy, endedOn: _ended, members: _members, offers: _offers, fees: _fees, ...kept } = managed;
      return api.departments.update({
        ...kept,
        id,
        name,
        version,
        headPersonId: head?.id ?? null,
        deputyPersonId: deputy?.id ?? null,
        associations: associationsWith(kept.associations, association),
      });
    },
    onSuccess: ({ managed: saved }) => {
      form.reset();
      draft.clear();
      if (saved) adopt(saved.version, { no: '', name: '' });
      notify(`Der Fachverband von „${name}“ ist gespeichert.`);
    },
    onError: (error) => applyProblem(form, error),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['departments'] }), client.invalidateQueries({ queryKey: ['members'] })]),
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <FoundDraft draft={draft} form={form} />
      <Group align="flex-start" gap="xs">
        <Autocomplete
          label={`Verbandsnummer von ${name}`}
          inputMode="numeric"
          maxLength={10}
          data={[...known]}
          {...form.getInputProps('no')}
        />
        <TextInput label="Verband" maxLength={120} {...form.getInputProps('name')} />
        <Button type="submit" variant="default" mt={24} loading={saving.isPending}>
          Speichern
        </Button>
      </Group>
      <FormProblem error={saving.error} fields={Object.keys(form.values)} clash={clash} />
    </form>
  );
}
