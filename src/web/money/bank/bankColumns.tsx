import { Text } from '@mantine/core';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { bankKindNames, bankResultNames } from '#shared/money/bankWords.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Column } from '#web/ui/lists/records.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import classes from '../charges/charges.module.css';

const tones = { match: 'good', suggestion: 'waiting', rule: 'waiting', booked: 'quiet', rest: 'bad' } as const;

/** The columns of a statement. */
export const bankColumns: Column<KeptLine>[] = [
  { name: 'day', label: 'Buchungstag', cell: ({ day }) => germanDate(day) },
  {
    name: 'name',
    label: 'Von',
    isName: true,
    cell: ({ name, purpose, account, ofAccount }) => (
      <>
        {name || '–'} {account && <span className={classes['quiet']}>{account}</span>}
        <Text size="sm" c="dimmed" className={classes['purpose']}>
          {[ofAccount && `Auf „${ofAccount}“`, purpose].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  { name: 'cents', label: 'Betrag', isNumber: true, cell: (row) => <strong className={classes['amount']}>{euros(row.cents)}</strong> },
  { name: 'result', label: 'Ergebnis', cell: (row) => <Result row={row} /> },
  { name: 'charges', label: 'Forderung', cell: (row) => <Charges row={row} /> },
];

/** A transaction as a card for phones. */
export function BankCard({ row }: { row: KeptLine }) {
  return (
    <span className={classes['card']}>
      <strong>
        {row.name || 'Ohne Namen'}: <span className={classes['amount']}>{euros(row.cents)}</span>
      </strong>
      <span className={classes['quiet']}>
        {[germanDate(row.day), row.ofAccount && `„${row.ofAccount}“`, row.purpose].filter(Boolean).join(' · ')}
      </span>
      <Result row={row} />
      <Charges row={row} />
    </span>
  );
}

function Result({ row: { result, kind, state, message } }: { row: KeptLine }) {
  // A transaction explained by one of our files needs one tap; the others need a decision.
  const left = result === 'rest' ? kind : null;
  const tone = left === 'return' || left === 'run' || left === 'payout' || left === 'own' ? 'waiting' : tones[result];
  const word = left ? bankKindNames[left] : bankResultNames[result];
  return (
    <span className={classes['card']}>
      <StateMark tone={tone}>{state === 'ignored' ? 'ignoriert' : word}</StateMark>
      <span className={classes['quiet']}>{message}</span>
    </span>
  );
}

function Charges({ row: { charges } }: { row: KeptLine }) {
  return charges.map(({ id, reference, name, label, cents }) => (
    <Text size="sm" key={id}>
      <span className={classes['amount']}>{reference}</span>, {name}: {label}, <span className={classes['amount']}>{euros(cents)}</span>
    </Text>
  ));
}
