import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { CashLine } from '#shared/money/cash/contract.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../charges/charges.module.css';
import { cashBookQuery } from './queries.ts';

const columns: Column<CashLine>[] = [
  { name: 'no', label: 'Nr.', cell: ({ no }) => no },
  { name: 'day', label: 'Tag', cell: ({ day }) => germanDate(day) },
  { name: 'text', label: 'Text', isName: true, cell: ({ text }) => text },
  { name: 'in', label: 'Eingang', isNumber: true, cell: ({ cents }) => cents > 0 && euros(cents) },
  { name: 'out', label: 'Ausgang', isNumber: true, cell: ({ cents }) => cents < 0 && euros(0 - cents) },
  { name: 'balance', label: 'Bestand', isNumber: true, cell: ({ balanceCents }) => <strong>{euros(balanceCents)}</strong> },
];

/** The cash book by day. */
export function CashBookPart({ club, year }: { club: ClubName; year: number }) {
  const { data, error, refetch } = useQuery(cashBookQuery(club, year));
  return (
    <PagePart title="Kassenbuch">
      <Text size="sm" mb="sm">
        Barzahlungen, bare Einnahmen, Ausgaben und Spenden. Zeilen bleiben, wie sie sind: Was falsch war, nimmt eine eigene Zeile zurück.
      </Text>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label="Kassenbuch"
          columns={columns}
          rows={data}
          keyOf={({ no }) => String(no)}
          renderCard={(line) => <CashCard line={line} />}
          empty={<EmptyState icon="receipt-euro" title={`${year} ist nichts bar bezahlt worden.`} />}
        />
      )}
    </PagePart>
  );
}

function CashCard({ line: { no, day, text, cents, balanceCents } }: { line: CashLine }) {
  return (
    <span className={classes['card']}>
      <strong>
        {no}. {text}: <span className={classes['amount']}>{euros(cents)}</span>
      </strong>
      <span className={classes['quiet']}>
        {germanDate(day)} · danach {euros(balanceCents)}
      </span>
    </span>
  );
}
