import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import {
  chargeMethodNames,
  chargeOrders,
  chargeSets,
  chargeSorts,
  chargeSourceNames,
  chargeStateNames,
  listedStateNames,
  type ChargeOrder,
} from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { defaultStages } from '#shared/money/dunning/words.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { today } from '#web/lib/berlinDay.ts';
import type { Column, Sorting } from '#web/ui/lists/records.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { stagesQuery } from '../dunning/queries.ts';
import classes from './charges.module.css';

/** The columns of the charges. */
export const chargeColumns: Column<ListedCharge>[] = [
  {
    name: 'name',
    label: 'Name',
    isName: true,
    sort: 'payer',
    cell: (row) => (
      <>
        {row.name}
        {row.payer !== row.name && <Text size="sm" c="dimmed">{`zahlt: ${row.payer}`}</Text>}
      </>
    ),
  },
  { name: 'label', label: 'Wofür', sort: 'reference', cell: wordsOf },
  { name: 'source', label: 'Quelle', sort: 'source', isHiddenAtFirst: true, cell: ({ source }) => chargeSourceNames[source] },
  { name: 'dueOn', label: 'Fällig', sort: 'dueOn', cell: dueOf },
  { name: 'state', label: 'Status', cell: (row) => <State row={row} /> },
  { name: 'level', label: 'Mahnstufe', sort: 'level', isHiddenAtFirst: true, cell: (row) => <Level row={row} /> },
  { name: 'cents', label: 'Betrag', isNumber: true, sort: 'cents', cell: (row) => <Amount row={row} /> },
  { name: 'rest', label: 'Offen', isNumber: true, sort: 'rest', cell: (row) => <Rest row={row} /> },
];

/** The sort order; a second click on a heading reverses it. */
export function sortingBy(order: ChargeOrder, onOrder: (order: ChargeOrder) => void): Sorting {
  const now = chargeSorts[order];
  return {
    ...now,
    onSort: (by) => {
      const ways = chargeOrders.filter((one) => chargeSorts[one].by === by);
      const next = now.by === by ? ways.find((one) => chargeSorts[one].isDescending !== now.isDescending) : ways[0];
      if (next) onOrder(next);
    },
  };
}

/** A charge as a card for phones. */
export function ChargeCard({ row }: { row: ListedCharge }) {
  return (
    <span className={classes['card']}>
      <strong>{row.name}</strong>
      {row.payer !== row.name && <span className={classes['quiet']}>{`zahlt: ${row.payer}`}</span>}
      <span className={classes['quiet']}>
        {row.reference} · {row.label} · {chargeMethodNames[row.method]}
      </span>
      <span className={classes['quiet']}>fällig {germanDate(row.dueOn)}</span>
      <State row={row} />
      <Amount row={row} />
      {isPartly(row) && (
        <span>
          offen <Rest row={row} />
        </span>
      )}
    </span>
  );
}

function State({ row }: { row: ListedCharge }) {
  const { state, dueOn, paidOn, deferredUntil } = row;
  const isDue = chargeSets.due.includes(state);
  const isPutOff = isDue && deferredUntil !== null && deferredUntil >= today();
  const isLate = isDue && !isPutOff && dueOn < today();
  const isGoing = row.source === 'refund' && state === 'in_collection';
  const name = isGoing
    ? 'wird überwiesen'
    : isPutOff
      ? `gestundet bis ${germanDate(deferredUntil)}`
      : isPartly(row)
        ? listedStateNames.partly
        : chargeStateNames[state];
  const words = paidOn ? `${name} ${germanDate(paidOn)}` : name;
  const tone = state === 'paid' ? 'good' : isLate || state === 'returned' ? 'bad' : state === 'cancelled' ? 'quiet' : 'waiting';
  return (
    <>
      <StateMark tone={tone}>{isLate ? `${words}, überfällig` : words}</StateMark>
      {isDue && row.dunningLevel !== null && (
        <Text size="sm" c="dimmed">
          <Level row={row} />
        </Text>
      )}
    </>
  );
}

function Amount({ row: { cents, refundedCents } }: { row: ListedCharge }) {
  return (
    <span>
      <strong className={classes['amount']}>{euros(cents)}</strong>
      {refundedCents > 0 && <span className={classes['quiet']}> davon erstattet {euros(refundedCents)}</span>}
    </span>
  );
}

/** The remaining amount; empty if nothing is due any more. */
function Rest({ row }: { row: ListedCharge }) {
  if (!chargeSets.owed.includes(row.state)) return null;
  return <span className={classes['amount']}>{euros(restOf(row))}</span>;
}

/** The dunning level, in the club's wording. */
function Level({ row: { dunningLevel } }: { row: ListedCharge }) {
  const { data = defaultStages } = useQuery(stagesQuery());
  return data.find(({ level }) => level === dunningLevel)?.name ?? null;
}

function isPartly(row: ListedCharge): boolean {
  return chargeSets.due.includes(row.state) && row.settledCents !== 0;
}

function dueOf({ dueOn, method }: ListedCharge) {
  return (
    <>
      {germanDate(dueOn)}
      <Text size="sm" c="dimmed">
        {chargeMethodNames[method]}
      </Text>
    </>
  );
}

function wordsOf({ label, reason, reference }: ListedCharge) {
  return (
    <div className={classes['label']}>
      {label}
      <Text size="sm" c="dimmed" className={classes['amount'] ?? ''}>
        {reference}
      </Text>
      {reason && <Text size="sm" c="dimmed">{`Grund: ${reason}`}</Text>}
    </div>
  );
}
