import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { euros } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { restOf } from '#shared/money/paymentRules.ts';
import { usePaymentMutations } from '../accounts/accountQueries.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { useChargeMutations } from './queries.ts';

const ways = ['transfer', 'cash', 'but'] as const;

/** Records a payment or a refund: day and method. */
export function PayDialog({ row, onClose }: { row: ListedCharge | undefined; onClose: () => void }) {
  return (
    <Modal opened={row !== undefined} onClose={onClose} title="Als bezahlt vermerken" centered>
      {row && <PayForm row={row} onClose={onClose} />}
    </Modal>
  );
}

const shape = z.object({ cents: z.int(), paidOn: localDate, method: z.enum(ways).nullable() });
type Paid = z.output<typeof shape>;

function PayForm({ row, onClose }: { row: ListedCharge; onClose: () => void }) {
  const { setState } = useChargeMutations();
  const { create } = usePaymentMutations();
  const cents = restOf(row);
  const isMoney = cents > 0;
  const form = useShapeForm<Paid>({ cents, paidOn: today(), method: null }, shape, {
    check: (values) => (isMoney && !(values.cents > 0) ? { cents: 'Bitte einen Betrag über 0 Euro eingeben.' } : {}),
  });
  const settled = { onError: (refusal: unknown) => applyProblem(form, refusal) };
  const undo = (after: readonly ListedCharge[]) =>
    setState.mutate({ items: after.map(({ id, version }) => ({ id, version })), to: 'open', reason: '' });
  const settle = ({ paidOn, method }: Paid) =>
    setState.mutate(
      { items: [{ id: row.id, version: row.version }], to: 'paid', paidOn, ...(method && { method }), reason: '' },
      {
        ...settled,
        onSuccess: (after) => {
          notify('1 Forderung ist bezahlt.', () => undo(after));
          onClose();
        },
      },
    );
  const book = (values: Paid) => {
    const { cents: paid, paidOn, method } = values;
    if (!isMoney || paid === cents) return settle(values);
    const { id: chargeId, payerId } = row;
    const kind = method ?? (row.method === 'cash' || row.method === 'but' ? row.method : 'transfer');
    create.mutate(
      { payerId, cents: paid, bookedOn: paidOn, kind, shares: [{ chargeId, cents: Math.min(paid, cents) }] },
      { ...settled, onSuccess: () => (notify(`${euros(paid)} sind erfasst.`), onClose()) },
    );
  };
  return (
    <form noValidate onSubmit={form.onSubmit(book)}>
      <Stack>
        <Text size="sm">
          {row.name}, {row.reference}: {euros(cents)}
        </Text>
        {isMoney && (
          <EuroField
            label="Betrag in Euro"
            description={differenceOf(form.values.cents, cents)}
            cents={form.values.cents}
            field={{ ...form.getInputProps('cents'), 'data-autofocus': true }}
            onChange={(paid) => form.setFieldValue('cents', paid)}
          />
        )}
        <DayField label="Eingegangen am" hasVisibleLabel max={today()} {...dayInput(form, 'paidOn')} />
        <Select
          label="Zahlungsart"
          placeholder="Wie vorgesehen"
          data={ways.map((value) => ({ value, label: chargeMethodNames[value] }))}
          clearable
          {...form.getInputProps('method')}
        />
        <FormProblem error={setState.error ?? create.error} fields={Object.keys(form.values)} />
        <Button loading={setState.isPending || create.isPending} type="submit">
          {!isMoney || form.values.cents === cents ? 'Bezahlt' : 'Zahlung erfassen'}
        </Button>
      </Stack>
    </form>
  );
}

function differenceOf(paid: number, cents: number): string {
  if (!(paid > 0) || paid === cents) return 'Weniger ist eine Teilzahlung, mehr wird Guthaben.';
  return paid < cents ? `Teilzahlung: ${euros(cents - paid)} bleiben offen.` : `${euros(paid - cents)} bleiben als Guthaben auf dem Konto.`;
}
