import { Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames, chargeStateNames } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import type { Column } from '#web/ui/lists/records.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import classes from './charges.module.css';

/** The columns of the charges. */
export const chargeColumns: Column<ListedCharge>[] = [
  { name: 'reference', label: 'Zeichen', cell: ({ reference }) => <span className={classes['amount']}>{reference}</span> },
  {
    name: 'name',
    label: 'Name',
    isName: true,
    cell: (row) => (
      <>
        {row.name}
        {row.payer !== row.name && <Text size="sm" c="dimmed">{`zahlt: ${row.payer}`}</Text>}
      </>
    ),
  },
  { name: 'label', label: 'Wofür', cell: wordsOf },
  { name: 'dueOn', label: 'Fällig', cell: ({ dueOn }) => germanDate(dueOn) },
  { name: 'method', label: 'Zahlungsart', cell: ({ method }) => chargeMethodNames[method] },
  { name: 'state', label: 'Status', cell: (row) => <State row={row} /> },
  { name: 'cents', label: 'Betrag', cell: (row) => <Amount row={row} /> },
];

/** One charge on a phone. */
export function ChargeCard({ row }: { row: ListedCharge }) {
  return (
    <span className={classes['card']}>
      <strong>{row.name}</strong>
      <span className={classes['quiet']}>
        {row.reference} · {row.label} · {chargeMethodNames[row.method]}
      </span>
      <span className={classes['quiet']}>fällig {germanDate(row.dueOn)}</span>
      <State row={row} />
      <Amount row={row} />
    </span>
  );
}

function State({ row: { state, dueOn, paidOn } }: { row: ListedCharge }) {
  const isLate = (state === 'open' || state === 'returned') && dueOn < today();
  const words = paidOn ? `${chargeStateNames[state]} ${germanDate(paidOn)}` : chargeStateNames[state];
  const tone = state === 'paid' ? 'good' : isLate || state === 'returned' ? 'bad' : state === 'cancelled' ? 'quiet' : 'waiting';
  return <StateMark tone={tone}>{isLate ? `${words}, überfällig` : words}</StateMark>;
}

function Amount({ row: { cents, refundedCents } }: { row: ListedCharge }) {
  return (
    <span>
      <strong className={classes['amount']}>{euros(cents)}</strong>
      {refundedCents > 0 && <span className={classes['quiet']}> davon erstattet {euros(refundedCents)}</span>}
    </span>
  );
}

function wordsOf({ label, reason }: ListedCharge) {
  return (
    <>
      {label}
      {reason && <Text size="sm" c="dimmed">{`Grund: ${reason}`}</Text>}
    </>
  );
}
