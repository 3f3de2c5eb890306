import { Button, Modal, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { euros } from '#shared/kernel/money.ts';
import { returnFields } from '#shared/money/sepaRuns.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { CodeField } from '../sepa/CodeField.tsx';
import { FeeFields } from '../sepa/FeeFields.tsx';
import { useBankMutations } from './bankQueries.ts';

type ReturnLineDialogProps = { /** Undefined while closed. */ line: KeptLine | undefined; onClose: () => void };

/** Records a returned debit, with the reason and fee from the transaction. */
export function ReturnLineDialog({ line, onClose }: ReturnLineDialogProps) {
  return (
    <Modal opened={line !== undefined} onClose={onClose} title="Rücklastschrift vermerken" centered>
      {line?.action?.kind === 'return' && <ReturnLineForm line={line} action={line.action} onClose={onClose} />}
    </Modal>
  );
}

type Returned = Extract<KeptLine['action'], { kind: 'return' }>;

const shape = z.strictObject(returnFields);

function ReturnLineForm({ line, action, onClose }: { line: KeptLine; action: Returned; onClose: () => void }) {
  const { giveBack } = useBankMutations();
  const form = useShapeForm({ code: action.code ?? '', feeCents: action.feeCents, withFee: action.feeCents > 0 }, shape);
  const submit = form.onSubmit((values) =>
    giveBack.mutate(
      { id: line.id, version: line.version, ...values, withFee: values.withFee && values.feeCents > 0 },
      {
        onSuccess: () => (notify('Die Rücklastschrift ist vermerkt.'), onClose()),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          Mandat {action.mandate}, Lauf {action.messageId}: {euros(line.cents)}
        </Text>
        <CodeField label="Grund der Bank" field={form.getInputProps('code')} />
        <FeeFields form={form} isSet />
        <FormProblem error={giveBack.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={giveBack.isPending}>
          Vermerken
        </Button>
      </Stack>
    </form>
  );
}
