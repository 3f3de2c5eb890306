import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FullExpense } from '#shared/money/expenses/contract.ts';
import { expenseSets } from '#shared/money/expenses/words.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { ExpenseFacts } from './ExpenseFacts.tsx';
import { ExpenseForm } from './ExpenseForm.tsx';
import { useExpenseMutations } from './queries.ts';

type OwnExpenseProps = {
  userId: string;
  kmCents: number;
  departments: readonly { id: string; name: string }[];
  expense: FullExpense;
  onClose: () => void;
};

/** One of the viewer's expenses: to edit, to withdraw, or to waive. */
export function OwnExpense({ expense, onClose, ...form }: OwnExpenseProps) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) return <ExpenseForm {...form} of={expense} onDone={() => setIsEditing(false)} />;
  return (
    <Stack gap="md">
      <ExpenseFacts expense={expense} />
      {expense.payout && expense.state === 'approved' && <Text size="sm">Das Geld ist unterwegs.</Text>}
      {expenseSets.editable.includes(expense.state) && (
        <Group gap="xs" className="no-print">
          <Button onClick={() => setIsEditing(true)}>{expense.state === 'rejected' ? 'Ändern und wieder einreichen' : 'Ändern'}</Button>
          <Withdrawal expense={expense} onClose={onClose} />
        </Group>
      )}
      {expense.waivableUntil && <Waiver expense={expense} until={expense.waivableUntil} />}
    </Stack>
  );
}

function Withdrawal({ expense: { id, purpose, vouchers }, onClose }: Pick<OwnExpenseProps, 'expense' | 'onClose'>) {
  const { remove } = useExpenseMutations();
  const ask = () =>
    confirm({
      title: `„${purpose}“ zurückziehen?`,
      text: vouchers.length > 0 ? 'Die Auslage wird mit ihren Belegen gelöscht.' : 'Die Auslage wird gelöscht.',
      action: 'Zurückziehen',
      onConfirm: () =>
        remove.mutate(id, { onSuccess: () => (notify('Die Auslage ist zurückgezogen.'), onClose()), onError: notifyProblem }),
    });
  return (
    <Button variant="default" loading={remove.isPending} onClick={ask}>
      Zurückziehen
    </Button>
  );
}

function Waiver({ expense: { id, version, cents }, until }: { expense: FullExpense; until: string }) {
  const { waive } = useExpenseMutations();
  const ask = () =>
    confirm({
      title: `${euros(cents)} spenden?`,
      text: 'Sie verzichten auf die Erstattung, und der Verein trägt eine Spende von Ihnen ein. Das lässt sich nicht zurücknehmen.',
      action: 'Auf die Erstattung verzichten',
      isGrave: false,
      onConfirm: () =>
        waive.mutate({ id, version }, { onSuccess: () => notify('Danke! Die Spende ist eingetragen.'), onError: notifyProblem }),
    });
  return (
    <div className="no-print">
      <Text size="sm" mb="xs">
        Sie können das Geld auch spenden, bis zum {germanDate(until)}. Eine Zuwendungsbestätigung stellt der Verein aus.
      </Text>
      <Button variant="default" loading={waive.isPending} onClick={ask}>
        Ich verzichte auf die Erstattung
      </Button>
    </div>
  );
}
