import { Button, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { givenMandateInput } from '#shared/money/mandates.ts';
import type { LackingMandate } from '#shared/money/payerLists.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';

/** The mandates that the viewer still has to give. */
export const lackingQuery = queryOptions({ queryKey: ['mandates', 'lacking'], queryFn: () => api.mandates.lacking() });

/** Missing mandates where direct debit was agreed, with a form; renders nothing if none is missing. */
export function LackingMandates() {
  const { data = [] } = useQuery(lackingQuery);
  return data.map((one) => <Lacking key={one.payerPersonId} of={one} />);
}

function Lacking({ of }: { of: LackingMandate }) {
  const [isOpen, setIsOpen] = useState(false);
  const names = of.names.join(', ');
  return (
    <PagePart
      title="Mandat fehlt"
      lead={`Für ${names} ist mit ${boot.clubs[of.club].displayName} Lastschrift vereinbart. Ohne Mandat kann der Verein nichts einziehen; bis dahin überweisen Sie.`}
    >
      {isOpen ? (
        <MandateForm of={of} onDone={() => setIsOpen(false)} />
      ) : (
        <Button variant="default" onClick={() => setIsOpen(true)} aria-label={`Mandat geben: ${names}`}>
          Mandat geben
        </Button>
      )}
    </PagePart>
  );
}

function MandateForm({ of: { payerPersonId, text }, onDone }: { of: LackingMandate; onDone: () => void }) {
  const client = useQueryClient();
  const form = useShapeForm({ iban: '', accountHolder: '' }, givenMandateInput.omit({ payerPersonId: true }));
  const give = useMutation({
    mutationFn: (account: { iban: string; accountHolder: string }) => api.mandates.give({ payerPersonId, ...account }),
    onSettled: () => client.invalidateQueries({ queryKey: ['mandates'] }),
  });
  const submit = form.onSubmit((account) =>
    give.mutate(account, {
      onSuccess: () => {
        notify('Das Mandat ist eingetragen.');
        onDone();
      },
      onError: (error) => applyProblem(form, error),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw="32rem">
        <TextInput label="IBAN" required autoComplete="off" maxLength={42} {...form.getInputProps('iban')} />
        <TextInput label="Wem gehört das Konto?" required autoComplete="name" maxLength={70} {...form.getInputProps('accountHolder')} />
        <Text size="sm">{text}</Text>
        <FormProblem error={give.error} fields={['iban', 'accountHolder']} />
        <FormButtons action="Mandat geben" isBusy={give.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
