import { Button, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { restOf } from '#shared/money/paymentRules.ts';
import { usePaymentMutations } from '../accounts/accountQueries.ts';
import { useChargeMutations } from './queries.ts';

const ways = ['transfer', 'cash', 'but'] as const;

/** Notes that money came (or went out): when and how, for one charge or many. */
export function PayDialog({ rows, onClose }: { rows: readonly ListedCharge[]; onClose: () => void }) {
  return (
    <Modal opened={rows.length > 0} onClose={onClose} title="Als bezahlt vermerken" centered>
      {rows.length > 0 && <PayForm rows={rows} onClose={onClose} />}
    </Modal>
  );
}

function PayForm({ rows, onClose }: { rows: readonly ListedCharge[]; onClose: () => void }) {
  const { setState } = useChargeMutations();
  const [paidOn, setPaidOn] = useState(today());
  const [method, setMethod] = useState<(typeof ways)[number] | undefined>();
  const { create } = usePaymentMutations();
  const cents = rows.reduce((sum, one) => sum + restOf(one), 0);
  const [amount, setAmount] = useState<number | string>(cents / 100);
  const [only] = rows.length === 1 && cents > 0 ? rows : [];
  const isBusy = setState.isPending || create.isPending;
  const paid = only ? Math.round(Number(amount) * 100) : cents;
  const undo = (after: readonly ListedCharge[]) =>
    setState.mutate({ items: after.map(({ id, version }) => ({ id, version })), to: 'open', reason: '' });
  const book = () => {
    if (!only || paid === cents) return settle();
    const { id: chargeId, payerPersonId } = only;
    const kind = method ?? (only.method === 'cash' || only.method === 'but' ? only.method : 'transfer');
    create.mutate(
      { payerPersonId, cents: paid, bookedOn: paidOn, kind, shares: [{ chargeId, cents: Math.min(paid, cents) }] },
      { onSuccess: () => (notify(`${euros(paid)} sind erfasst.`), onClose()) },
    );
  };
  const settle = () =>
    setState.mutate(
      { items: rows.map(({ id, version }) => ({ id, version })), to: 'paid', paidOn, method, reason: '' },
      {
        onSuccess: (after) => {
          notify(after.length === 1 ? '1 Forderung ist bezahlt.' : `${after.length} Forderungen sind bezahlt.`, () => undo(after));
          onClose();
        },
      },
    );
  return (
    <Stack>
      <Text size="sm">
        {rows.length === 1 ? `${rows[0]?.name}, ${rows[0]?.reference}` : `${rows.length} Forderungen`}: {euros(cents)}
      </Text>
      {only && (
        <NumberInput
          label="Betrag in Euro"
          data-autofocus
          min={0.01}
          decimalScale={2}
          fixedDecimalScale
          decimalSeparator=","
          clampBehavior="none"
          value={amount}
          onChange={setAmount}
          onKeyDown={({ key }) => key === 'Enter' && paid > 0 && !isBusy && book()}
          description={differenceOf(paid, cents)}
        />
      )}
      <DayField label="Eingegangen am" hasVisibleLabel value={paidOn} max={today()} onChange={(day) => setPaidOn(day ?? today())} />
      <Select
        label="Zahlungsart"
        placeholder="Wie vorgesehen"
        data={ways.map((value) => ({ value, label: chargeMethodNames[value] }))}
        value={method ?? null}
        onChange={(value) => setMethod(ways.find((one) => one === value))}
        clearable
      />
      <FormProblem error={setState.error ?? create.error} />
      <Button loading={isBusy} disabled={only && !(paid > 0)} onClick={book}>
        {paid === cents ? 'Bezahlt' : 'Zahlung erfassen'}
      </Button>
    </Stack>
  );
}

function differenceOf(paid: number, cents: number): string {
  if (!(paid > 0) || paid === cents) return 'Weniger ist eine Teilzahlung, mehr wird Guthaben.';
  return paid < cents ? `Teilzahlung: ${euros(cents - paid)} bleiben offen.` : `${euros(paid - cents)} bleiben als Guthaben auf dem Konto.`;
}
