import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { refundInput, type ListedCharge } from '#shared/money/charges.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useChargeMutations } from './queries.ts';

/** The actions that require a reason. */
export type ReasonAction = 'refund' | 'waive' | 'written_off' | 'cancelled';

type ReasonDialogProps = {
  row: ListedCharge;
  /** Undefined while closed. */ action: ReasonAction | undefined;
  /** The proposed amount and reason of a refund. */ proposal?: { cents: number; reason: string };
  onClose: () => void;
};

const titles = { refund: 'Erstatten', waive: 'Teil erlassen', written_off: 'Erlassen', cancelled: 'Stornieren' } as const;

/** Asks for the reason, and for a refund also for the amount. */
export function ReasonDialog({ action, onClose, ...form }: ReasonDialogProps) {
  return (
    <Modal opened={action !== undefined} onClose={onClose} title={action && `${titles[action]}: ${form.row.reference}`} centered>
      {action && <ReasonForm {...form} action={action} onClose={onClose} />}
    </Modal>
  );
}

type ReasonValues = { /** Of a refund or waiver. */ cents: number; reason: string };

const reasonShape = refundInput.pick({ reason: true }).strip();
const refundShape = refundInput.pick({ cents: true, reason: true });

function ReasonForm({ row, action, proposal, onClose }: ReasonDialogProps & { action: ReasonAction }) {
  const { setState, refund, waive } = useChargeMutations();
  const hasAmount = action === 'refund' || action === 'waive';
  const left = action === 'refund' ? row.cents - row.waivedCents - row.refundedCents : restOf(row);
  const form = useShapeForm<ReasonValues>(
    { cents: proposal?.cents ?? left, reason: proposal?.reason ?? '' },
    hasAmount ? refundShape : reasonShape,
  );
  const { id, version } = row;
  const error = refund.error ?? waive.error ?? setState.error;
  const submit = form.onSubmit(({ cents, reason }) => {
    const ended = (words: string) => ({
      onSuccess: () => (notify(words), onClose()),
      onError: (refusal: unknown) => applyProblem(form, refusal),
    });
    if (action === 'refund') refund.mutate({ id, version, cents, reason }, ended('Die Erstattung ist angelegt.'));
    else if (action === 'waive') waive.mutate({ id, version, cents, reason }, ended(`${euros(cents)} sind erlassen.`));
    else setState.mutate({ items: [{ id, version }], to: action, reason }, ended(action === 'cancelled' ? 'Storniert.' : 'Erlassen.'));
  });
  const { cents } = form.values;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {row.name}: {row.label}, {euros(row.cents)}
        </Text>
        {hasAmount && (
          <EuroField
            label="Betrag in Euro"
            description={`Höchstens ${euros(left)}`}
            cents={cents}
            field={form.getInputProps('cents')}
            onChange={(typed) => form.setFieldValue('cents', typed)}
          />
        )}
        <TextInput label="Grund" required data-autofocus maxLength={200} {...form.getInputProps('reason')} />
        <FormProblem error={error} fields={['cents', 'reason']} />
        <Button type="submit" loading={refund.isPending || waive.isPending || setState.isPending}>
          {titles[action]}
        </Button>
      </Stack>
    </form>
  );
}
