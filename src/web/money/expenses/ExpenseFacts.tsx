import { Alert, Stack, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import type { FullExpense } from '#shared/money/expenses/contract.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { StateOfExpense } from './StateOfExpense.tsx';
import { Vouchers } from './Vouchers.tsx';

/** An expense with its vouchers, as its submitter and those who decide see it. */
export function ExpenseFacts({ expense }: { expense: FullExpense }) {
  const { state, cents, km, purpose, spentOn, person, department, submittedAt, decidedBy, category, payout, isOwn, vouchers } = expense;
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600}>{purpose}</Text>
        <StateOfExpense state={state} />
      </div>
      {state === 'rejected' && (
        <Alert variant="default" title="Zurückgegeben">
          {expense.rejectReason}
        </Alert>
      )}
      <Facts
        facts={[
          ['Betrag', euros(cents)],
          ['Kilometer', km],
          ['Ausgelegt von', isOwn ? '' : person],
          ['Tag', germanDate(spentOn)],
          ['Abteilung', department],
          ['Eingereicht', formatDateTime(submittedAt)],
          [state === 'rejected' ? 'Zurückgegeben von' : 'Genehmigt von', decidedBy],
          ['Buchungskonto', category && !isOwn && categoryOf(category).label],
          ['Sammelüberweisung', isOwn ? '' : payout],
        ]}
      />
      {vouchers.length > 0 && <Vouchers vouchers={vouchers} />}
    </Stack>
  );
}
