import { Button, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { reversalInput, type AccountEntry, type PayerAccount } from '#shared/money/payments.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { usePaymentMutations } from './accountQueries.ts';
import classes from './accounts.module.css';

/** Charges (Soll), receipts (Haben) and the balance (Saldo) by day. */
export function Statement({ account: { entries, isCut } }: { account: PayerAccount }) {
  const [reversed, setReversed] = useState<AccountEntry>();
  const isWide = useWide();
  if (entries.length === 0) return <Text>Auf diesem Konto steht noch nichts.</Text>;
  return (
    <div className={classes['scroll']}>
      {isWide ? (
        <Table aria-label="Kontoauszug" verticalSpacing="xs" className={classes['statement']}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Tag</Table.Th>
              <Table.Th>Wofür</Table.Th>
              <Table.Th className={classes['money']}>Soll</Table.Th>
              <Table.Th className={classes['money']}>Haben</Table.Th>
              <Table.Th className={classes['money']}>Saldo</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry, at) => (
              <Line key={at} entry={entry} onReverse={() => setReversed(entry)} />
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <ul className={classes['cards']} aria-label="Kontoauszug">
          {entries.map((entry, at) => (
            <Card key={at} entry={entry} onReverse={() => setReversed(entry)} />
          ))}
        </ul>
      )}
      {isCut && <Text size="sm">Ältere Zeilen stehen hier nicht; der Saldo enthält sie.</Text>}
      <Modal opened={reversed !== undefined} onClose={() => setReversed(undefined)} title="Zahlung zurücknehmen" centered>
        {reversed?.paymentId && <ReverseForm id={reversed.paymentId} entry={reversed} onClose={() => setReversed(undefined)} />}
      </Modal>
    </div>
  );
}

/** An entry on a phone: the change above the resulting balance. */
function Card({ entry, onReverse }: { entry: AccountEntry; onReverse: () => void }) {
  const { day, label, chargedCents, paidCents, balanceCents } = entry;
  return (
    <li>
      <span>{label}</span>
      <strong className={classes['money']}>{euros(chargedCents - paidCents)}</strong>
      <span className={classes['quiet']}>
        {germanDate(day)} <Reverse entry={entry} onReverse={onReverse} />
      </span>
      <span className={classes['quiet']}>Saldo {euros(balanceCents)}</span>
    </li>
  );
}

function Reverse({ entry: { mayReverse, label, day }, onReverse }: { entry: AccountEntry; onReverse: () => void }) {
  if (!mayReverse) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={onReverse} aria-label={`Zurücknehmen: ${label}, ${germanDate(day)}`}>
      Zurücknehmen …
    </Button>
  );
}

function Line({ entry, onReverse }: { entry: AccountEntry; onReverse: () => void }) {
  const { day, label, chargedCents, paidCents, balanceCents } = entry;
  return (
    <Table.Tr>
      <Table.Td className={classes['day']}>{germanDate(day)}</Table.Td>
      <Table.Td>
        {label} <Reverse entry={entry} onReverse={onReverse} />
      </Table.Td>
      <Table.Td className={classes['money']}>{chargedCents > 0 && euros(chargedCents)}</Table.Td>
      <Table.Td className={classes['money']}>{paidCents > 0 && euros(paidCents)}</Table.Td>
      <Table.Td className={classes['money']}>{euros(balanceCents)}</Table.Td>
    </Table.Tr>
  );
}

const reasonShape = reversalInput.pick({ reason: true }).strip();

function ReverseForm({ id, entry, onClose }: { id: string; entry: AccountEntry; onClose: () => void }) {
  const { reverse } = usePaymentMutations();
  const form = useShapeForm({ reason: '' }, reasonShape);
  const submit = form.onSubmit(({ reason }) =>
    reverse.mutate(
      { id, reason },
      {
        onSuccess: () => (notify('Die Zahlung ist zurückgenommen.'), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {entry.label}, {germanDate(entry.day)}, {euros(entry.paidCents || entry.chargedCents)}. Was damit bezahlt war, ist danach wieder
          offen. Die Zahlung bleibt im Kontoauszug stehen, mit heutigem Tag kommt die Rücknahme dazu.
        </Text>
        <TextInput label="Grund" required data-autofocus maxLength={200} {...form.getInputProps('reason')} />
        <FormProblem error={reverse.error} fields={['reason']} />
        <Button type="submit" loading={reverse.isPending}>
          Zurücknehmen
        </Button>
      </Stack>
    </form>
  );
}
