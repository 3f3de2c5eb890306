import { Button, Stack, Text, TextInput } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { reversalInput } from '#shared/money/payments.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useTermsMutations } from './queries.ts';

const shape = reversalInput.pick({ reason: true }).strip();

/** Merges the installments of a charge again. */
export function JoinForm({ row, onClose }: { row: ListedCharge; onClose: () => void }) {
  const { join } = useTermsMutations();
  const form = useShapeForm({ reason: '' }, shape);
  const { id, version } = row;
  const submit = form.onSubmit(({ reason }) =>
    join.mutate(
      { id, version, reason },
      {
        onSuccess: () => (notify(`${row.reference} ist wieder offen.`), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {row.name}: {row.label}, {euros(row.cents)}. Die Raten werden storniert, die Forderung ist wieder ganz offen; {row.payer} bekommt
          eine Mail. Das geht, solange von keiner Rate etwas bezahlt, angemahnt oder im Einzug ist.
        </Text>
        <TextInput label="Grund" required data-autofocus maxLength={200} {...form.getInputProps('reason')} />
        <FormProblem error={join.error} fields={['reason']} />
        <Button type="submit" loading={join.isPending}>
          Raten zurücknehmen
        </Button>
      </Stack>
    </form>
  );
}
