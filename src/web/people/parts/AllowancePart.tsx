import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allowanceKindNames, declarationInput, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { AllowanceBar } from './AllowanceBar.tsx';

type AllowancePartProps = {
  use: AllowanceUse;
  /** The viewer's own: only the person may share the sum of the other clubs. */ isOwn: boolean;
};

/** A person's tax-free allowance of one year, with their declaration. */
export function AllowancePart({ use, isOwn }: AllowancePartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="xs">
      <AllowanceBar use={use} />
      {isOpen ? (
        <DeclarationForm use={use} isOwn={isOwn} onDone={() => setOpen(false)} />
      ) : (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setOpen(true)}
          aria-label={`Erklärung ${use.version === 0 ? 'abgeben' : 'ändern'}: ${allowanceKindNames[use.kind]} ${use.year}`}
        >
          {use.version === 0 ? 'Erklärung abgeben' : 'Erklärung ändern'}
        </Button>
      )}
    </Stack>
  );
}

function DeclarationForm({ use, isOwn, onDone }: AllowancePartProps & { onDone: () => void }) {
  const declare = useDeclare();
  const { personId, kind, year } = use;
  const stored = { elsewhereCents: use.elsewhereCents, countsOtherClubs: use.countsOtherClubs };
  const { form, version, clash } = useRowForm(use, stored, declarationInput);
  const submit = form.onSubmit((values) =>
    declare.mutate(
      { ...values, personId, kind, year, version },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Die Erklärung ist gespeichert.');
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <EuroField
          label={`Anderswo ${year} schon steuerfrei bezahlt (€)`}
          description="Außerhalb dieses Portals, alle Stellen zusammen. Nichts: Feld leer lassen."
          isOptional
          cents={form.values.elsewhereCents}
          field={form.getInputProps('elsewhereCents')}
          onChange={(cents) => form.setFieldValue('elsewhereCents', cents)}
        />
        {(isOwn || use.countsOtherClubs) && (
          <Checkbox
            label="Die Summe aus den anderen Vereinen dieses Portals mitzählen"
            description="Der Verein sieht nur die Summe, nicht wofür und von wem."
            {...form.getInputProps('countsOtherClubs', { type: 'checkbox' })}
          />
        )}
        {!isOwn && (
          <Text size="sm" c="dimmed">
            Nur eintragen, was Ihnen die Person schriftlich erklärt hat.
          </Text>
        )}
        <FormProblem error={declare.error} fields={['elsewhereCents', 'countsOtherClubs']} clash={clash} />
        <Group gap="xs">
          <Button type="submit" loading={declare.isPending}>
            Erklärung speichern
          </Button>
          <Button variant="default" onClick={onDone}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A declaration also changes the sheets and the list of trainers. */
function useDeclare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.allowances.declare>[0]) => api.allowances.declare(input),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['hourSheets'] }),
        client.invalidateQueries({ queryKey: ['members', 'trainers'] }),
      ]),
  });
}
