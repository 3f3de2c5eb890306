import { expenseStates, type ExpenseState } from '#shared/money/expenses/words.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

const tones = { submitted: 'waiting', approved: 'good', rejected: 'bad', paid: 'quiet', waived: 'quiet' } as const;

/** The state of an expense. */
export function StateOfExpense({ state }: { state: ExpenseState }) {
  return <StateMark tone={tones[state]}>{expenseStates[state]}</StateMark>;
}
