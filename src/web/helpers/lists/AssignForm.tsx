import { Autocomplete, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { assignInput, type ShiftView } from '#shared/helpers/helperListShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { peopleQuery, useListMutations } from './queries.ts';

const shape = assignInput.pick({ name: true, email: true, phone: true });

/** Assigns a helper to a shift: a person of the club found by name, or somebody without a record. */
export function AssignForm({ shift, club, onDone }: { shift: ShiftView; club: ClubName; onDone: () => void }) {
  const { assign } = useListMutations();
  const form = useShapeForm({ name: '', email: '', phone: '' }, shape);
  const { data: people = [] } = useQuery(peopleQuery(form.values.name, club));
  const found = people.map((one) => ({ ...one, label: `${fullName(one)}${one.isMember ? ' (Mitglied)' : ''}` }));
  // Two people of the same name cannot be told apart here, so they are offered as one entry; they are looked up in the
  // members' list.
  const labels = [...new Set(found.map(({ label }) => label))];
  // After a choice the field's text no longer matches a search result, so the choice is kept.
  const [chosen, setChosen] = useState<(typeof found)[number]>();
  const person = [chosen, ...found].find((one) => one?.label === form.values.name);
  const isFull = shift.filled >= shift.needed;
  const submit = form.onSubmit((values) =>
    assign.mutate(
      { ...(person ? { personId: person.id } : values), id: shift.id, isStandby: isFull },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: () => {
          notify(`${person ? person.label : values.name} ist eingetragen.`);
          onDone();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <Stack gap="xs" maw={420}>
        <Autocomplete
          label="Name"
          required
          data={labels}
          filter={({ options }) => options}
          onOptionSubmit={(label) => setChosen(found.find((one) => one.label === label))}
          {...form.getInputProps('name')}
        />
        {!person && (
          <Group grow align="flex-start">
            <TextInput label="E-Mail-Adresse" type="email" {...form.getInputProps('email')} />
            <TextInput label="Telefon" {...form.getInputProps('phone')} />
          </Group>
        )}
        <FormProblem error={assign.error} fields={['name', 'email', 'phone']} />
        <FormButtons action={isFull ? 'Auf die Ersatzliste' : 'Eintragen'} isBusy={assign.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
