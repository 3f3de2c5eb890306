import { Button, Modal, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { localDate } from '#shared/kernel/fields.ts';
import { euros } from '#shared/kernel/money.ts';
import type { PayoutItem, PayoutRun } from '#shared/money/payouts/contract.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { usePayoutMutations } from './queries.ts';

/** Records the day on which the bank executed the payouts. */
export function ExecuteDialog({ run, onClose }: { run: PayoutRun | undefined; onClose: () => void }) {
  return (
    <Modal opened={run !== undefined} onClose={onClose} title="Ausgeführt" centered>
      {run && <ExecuteForm run={run} onClose={onClose} />}
    </Modal>
  );
}

const dayShape = z.object({ executedOn: localDate });

function ExecuteForm({ run, onClose }: { run: PayoutRun; onClose: () => void }) {
  const { execute } = usePayoutMutations();
  const form = useShapeForm({ executedOn: today() }, dayShape);
  const save = form.onSubmit(({ executedOn }) =>
    execute.mutate(
      { id: run.id, version: run.version, executedOn },
      {
        onSuccess: () => (notify('Die Auszahlungen sind vermerkt.'), onClose()),
        onError: (refusal) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">{euros(run.totalCents)} gehen als gezahlt in die Konten; wer eine E-Mail-Adresse hat, bekommt Bescheid.</Text>
        <DayField label="Tag auf dem Kontoauszug" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'executedOn')} />
        <FormProblem error={execute.error} fields={['executedOn']} />
        <Button type="submit" loading={execute.isPending} style={{ alignSelf: 'flex-start' }}>
          Vermerken
        </Button>
      </Stack>
    </form>
  );
}

type FailProps = { run: PayoutRun; item: PayoutItem | undefined; onClose: () => void };

/** Records that the bank returned a payout. */
export function FailDialog({ run, item, onClose }: FailProps) {
  return (
    <Modal opened={item !== undefined} onClose={onClose} title={item && `Kam zurück: ${item.name}`} centered>
      {item && <FailForm run={run} item={item} onClose={onClose} />}
    </Modal>
  );
}

function FailForm({ run, item, onClose }: FailProps & { item: PayoutItem }) {
  const { fail } = usePayoutMutations();
  const save = (reason: string, onError: (error: unknown) => void) =>
    fail.mutate(
      { id: run.id, version: run.version, itemId: item.id, reason },
      { onSuccess: () => (notify('Vermerkt. Es lässt sich noch einmal auszahlen.'), onClose()), onError },
    );
  return (
    <ReasonForm action="Vermerken" isBusy={fail.isPending} error={fail.error} onReason={save}>
      <Text size="sm">{euros(item.cents)} stehen danach wieder unter „Auszuzahlen“.</Text>
    </ReasonForm>
  );
}
