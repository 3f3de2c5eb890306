import { Button, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ListedCharge } from '#shared/money/charges.ts';
import { euros } from '#shared/kernel/money.ts';
import { CallError } from '#web/lib/call/call.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useChargeMutations } from './queries.ts';

/** What needs a reason. */
export type ReasonAction = 'refund' | 'written_off' | 'cancelled';

type ReasonDialogProps = {
  row: ListedCharge;
  /** Undefined while nothing is asked. */ action: ReasonAction | undefined;
  /** The amount and the reason that are proposed for a refund. */ proposal?: { cents: number; reason: string };
  onClose: () => void;
};

const titles = { refund: 'Erstatten', written_off: 'Erlassen', cancelled: 'Stornieren' } as const;

/** Asks for the reason, and for a refund also for the amount. */
export function ReasonDialog({ action, onClose, ...form }: ReasonDialogProps) {
  return (
    <Modal
      opened={action !== undefined}
      onClose={onClose}
      title={action && `${titles[action]}: ${form.row.reference}`}
      centered
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      {action && <ReasonForm {...form} action={action} onClose={onClose} />}
    </Modal>
  );
}

function ReasonForm({ row, action, proposal, onClose }: ReasonDialogProps & { action: ReasonAction }) {
  const { setState, refund } = useChargeMutations();
  const left = row.cents - row.refundedCents;
  const [amount, setAmount] = useState<number | string>((proposal?.cents ?? left) / 100);
  const [reason, setReason] = useState(proposal?.reason ?? '');
  const { id, version } = row;
  const error = action === 'refund' ? refund.error : setState.error;
  const atFields = error instanceof CallError ? (error.fields ?? []) : [];
  const faultOf = (field: string) => atFields.find(({ path }) => path === field)?.message;
  const submit = () => {
    const done = (words: string) => ({ onSuccess: () => (notify(words), onClose()) });
    if (action === 'refund')
      refund.mutate({ id, version, cents: Math.round(Number(amount) * 100), reason }, done('Die Erstattung ist angelegt.'));
    else setState.mutate({ items: [{ id, version }], to: action, reason }, done(action === 'cancelled' ? 'Storniert.' : 'Erlassen.'));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Text size="sm">
          {row.name}: {row.label}, {euros(row.cents)}
        </Text>
        {action === 'refund' && (
          <NumberInput
            label="Betrag in Euro"
            required
            value={amount}
            onChange={setAmount}
            min={0.01}
            max={left / 100}
            clampBehavior="none"
            decimalScale={2}
            fixedDecimalScale
            decimalSeparator=","
            description={`Höchstens ${euros(left)}`}
            error={faultOf('cents')}
          />
        )}
        <TextInput
          label="Grund"
          required
          data-autofocus
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={faultOf('reason')}
        />
        <FormProblem error={error} fields={['cents', 'reason']} />
        <Button
          type="submit"
          disabled={!reason.trim() || (action === 'refund' && !(Number(amount) > 0))}
          loading={refund.isPending || setState.isPending}
        >
          {titles[action]}
        </Button>
      </Stack>
    </form>
  );
}
