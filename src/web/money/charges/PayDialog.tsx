import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useChargeMutations } from './queries.ts';

const ways = ['transfer', 'cash', 'but'] as const;

/** Notes that money came (or went out): when and how, for one charge or many. */
export function PayDialog({ rows, onClose }: { rows: readonly ListedCharge[]; onClose: () => void }) {
  return (
    <Modal
      opened={rows.length > 0}
      onClose={onClose}
      title="Als bezahlt vermerken"
      centered
      closeButtonProps={{ 'aria-label': 'Schließen' }}
    >
      {rows.length > 0 && <PayForm rows={rows} onClose={onClose} />}
    </Modal>
  );
}

function PayForm({ rows, onClose }: { rows: readonly ListedCharge[]; onClose: () => void }) {
  const { setState } = useChargeMutations();
  const [paidOn, setPaidOn] = useState(today());
  const [method, setMethod] = useState<(typeof ways)[number] | undefined>();
  const cents = rows.reduce((sum, one) => sum + one.cents, 0);
  const undo = (after: readonly ListedCharge[]) =>
    setState.mutate({ items: after.map(({ id, version }) => ({ id, version })), to: 'open', reason: '' });
  const submit = () =>
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
      <DayField label="Eingegangen am" hasVisibleLabel value={paidOn} max={today()} onChange={(day) => setPaidOn(day ?? today())} />
      <Select
        label="Zahlungsart"
        placeholder="Wie vorgesehen"
        data={ways.map((value) => ({ value, label: chargeMethodNames[value] }))}
        value={method ?? null}
        onChange={(value) => setMethod(ways.find((one) => one === value))}
        clearable
      />
      <FormProblem error={setState.error} />
      <Button loading={setState.isPending} onClick={submit}>
        Bezahlt
      </Button>
    </Stack>
  );
}
