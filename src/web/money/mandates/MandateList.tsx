import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Mandate } from '#shared/money/mandates.ts';
import type { MandateFilter } from '#shared/money/mandateWords.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import classes from './mandates.module.css';
import { MandateState } from './MandateState.tsx';
import { mandatesQuery } from './queries.ts';

type MandateListProps = { club: ClubName; filter: MandateFilter; search: string | undefined; onOpen: (payerId: string) => void };

/** The mandates of a filter, by payer. */
export function MandateList({ club, filter, search, onOpen }: MandateListProps) {
  const asked = { club, filter, search };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(mandatesQuery(asked));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const rows = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total;
  return (
    <>
      {total !== undefined && total !== null && total > 0 && (
        <Text size="sm" component="output" display="block" mb="xs">
          {total === 1 ? '1 Mandat' : `${total.toLocaleString('de-DE')} Mandate`}
        </Text>
      )}
      <RecordList
        label="Lastschriftmandate"
        columns={columnsOf(onOpen)}
        rows={rows}
        keyOf={({ id }) => id}
        total={total}
        recordOf={({ payerPersonId }) => payerPersonId}
        onMore={hasNextPage ? () => fetchNextPage() : undefined}
        renderCard={(mandate) => <Card mandate={mandate} onOpen={onOpen} />}
        empty={
          <EmptyState icon="building-bank" title="Keine Mandate gefunden.">
            <p>Einzeln tragen Sie sie hier ein, viele auf einmal kommen mit der Mitgliederliste (Mitglieder, „Importieren“).</p>
          </EmptyState>
        }
      />
    </>
  );
}

function columnsOf(onOpen: (payerId: string) => void): Column<Mandate>[] {
  return [
    { name: 'payer', label: 'Zahler', isName: true, cell: (mandate) => <Payer mandate={mandate} onOpen={onOpen} /> },
    { name: 'for', label: 'Gilt für', cell: ({ forName }) => forName || 'alle' },
    { name: 'reference', label: 'Referenz', isOneLine: true, cell: ({ reference }) => reference ?? 'fehlt' },
    { name: 'account', label: 'Konto', cell: ({ account }) => <span style={{ whiteSpace: 'nowrap' }}>{account}</span> },
    { name: 'signedOn', label: 'Unterschrieben', cell: ({ signedOn }) => (signedOn ? germanDate(signedOn) : 'fehlt') },
    { name: 'lastUsedOn', label: 'Zuletzt', isOneLine: true, cell: ({ lastUsedOn }) => (lastUsedOn ? germanDate(lastUsedOn) : 'noch nie') },
    { name: 'state', label: 'Stand', cell: (mandate) => <MandateState mandate={mandate} /> },
  ];
}

function Card({ mandate, onOpen }: { mandate: Mandate; onOpen: (payerId: string) => void }) {
  const { account, reference, forName } = mandate;
  return (
    <div className={classes['row']}>
      <Payer mandate={mandate} onOpen={onOpen} />
      <span className={classes['quiet']}>{[account, reference, forName && `nur ${forName}`].filter(Boolean).join(' · ')}</span>
      <MandateState mandate={mandate} />
    </div>
  );
}

function Payer({ mandate: { payer, payerPersonId }, onOpen }: { mandate: Mandate; onOpen: (payerId: string) => void }) {
  return <RecordLink onOpen={() => onOpen(payerPersonId)}>{payer}</RecordLink>;
}
