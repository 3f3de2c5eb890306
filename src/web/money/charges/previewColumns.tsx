import { Text } from '@mantine/core';
import { periodInWords } from '#shared/courses/priceShare.ts';
import type { ProposedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Column } from '#web/ui/lists/records.ts';
import classes from './charges.module.css';

/** The key of a row: an enrolment may have one row per month. */
export function keyOf({ participationId: enrolmentId, source, period }: ProposedCharge): string {
  return `${enrolmentId}-${source}-${period}`;
}

/** The columns of the preview; with the course if several are billed together. */
export function previewColumns(reasons: ReadonlyMap<string, string>, hasCourses: boolean): Column<ProposedCharge>[] {
  return [
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
    ...(hasCourses ? [{ name: 'course', label: 'Angebot', cell: ({ courseTitle }: ProposedCharge) => courseTitle }] : []),
    { name: 'note', label: 'Wofür', cell: wordsOf },
    { name: 'method', label: 'Zahlungsart', cell: methodOf },
    {
      name: 'cents',
      label: 'Betrag',
      cell: (row) => <Amount row={row} reason={reasons.get(keyOf(row))} />,
    },
  ];
}

/** A row of the preview as a card for phones. */
export function PreviewCard({ row, reason }: { row: ProposedCharge; reason: string | undefined }) {
  return (
    <span className={classes['card']}>
      <strong>{row.name}</strong>
      <span className={classes['quiet']}>{row.courseTitle}</span>
      <span className={classes['quiet']}>
        {[wordsOf(row), methodOf(row)].join(' · ')}
        {row.payer !== row.name && ` · zahlt: ${row.payer}`}
      </span>
      <Amount row={row} reason={reason} />
    </span>
  );
}

function Amount({ row, reason }: { row: ProposedCharge; reason: string | undefined }) {
  if (reason === undefined) return <strong className={classes['amount']}>{euros(row.cents)}</strong>;
  return (
    <span className={classes['quiet']}>
      <s>{euros(row.cents)}</s> ausgenommen: {reason}
    </span>
  );
}

const priceWords = { course: 'Kurspreis', event: 'Teilnahme', cancel_fee: '' } as const;

function wordsOf({ source, period, note }: ProposedCharge): string {
  return [priceWords[source], periodInWords(period), note].filter(Boolean).join(', ');
}

function methodOf({ method, mandate }: ProposedCharge): string {
  return mandate && method === 'sepa' ? `${chargeMethodNames[method]} (${mandate})` : chargeMethodNames[method];
}
