import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ChargeFilter, ListedCharge } from '#shared/money/charges.ts';
import type { ChargeOrder } from '#shared/money/chargeWords.ts';
import { api } from '#web/lib/call/call.ts';
import { NoHits } from '#web/ui/filters/NoHits.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { ChargeBulkBar } from '../batches/ChargeBulkBar.tsx';
import { isChangeable, useChargeSelection } from '../batches/useChargeSelection.ts';
import { ChargeCard, sortingBy } from './chargeColumns.tsx';
import { ChargeMenu } from './ChargeMenu.tsx';
import { PayDialog } from './PayDialog.tsx';
import { chargesQuery } from './queries.ts';

type ListedFilter = ChargeFilter & { order: ChargeOrder };

type ChargeRowsProps = {
  filter: ListedFilter;
  columns: readonly Column<ListedCharge>[];
  /** A filter other than the defaults is set. */ isNarrow: boolean;
  /** Leaves out a part of the filter. */ onDrop: (key: keyof ListedFilter) => void;
  onAccount: (payerId: string) => void;
  onOrder: (order: ChargeOrder) => void;
};

/** The charges of a filter, with single and bulk actions. */
export function ChargeRows({ filter, columns, isNarrow, onDrop, onAccount, onOrder }: ChargeRowsProps) {
  const [paying, setPaying] = useState<ListedCharge>();
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(chargesQuery(filter));
  const rows = data?.pages.flatMap((page) => page.rows);
  const { selected, setSelected, clear, selectAll, ...selection } = useChargeSelection(filter, rows ?? []);
  const lastPaidOn = data?.pages[0]?.totals?.lastPaidOn;
  return (
    <>
      <RecordList
        label="Forderungen"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onMore={hasNextPage ? () => fetchNextPage() : undefined}
        renderCard={(row) => <ChargeCard row={row} />}
        renderActions={(row) => <ChargeMenu row={row} onPay={() => setPaying(row)} onAccount={() => onAccount(row.payerId)} />}
        sorting={sortingBy(filter.order, onOrder)}
        selection={{
          selected,
          onSelect: setSelected,
          isSelectable: isChangeable,
          nameOf: ({ name, reference }) => `${name}, ${reference}`,
        }}
        empty={
          <NoHits
            icon="receipt"
            title={isNarrow || !filter.state ? 'Keine Forderungen gefunden.' : 'Nichts offen.'}
            filter={filter}
            words={isNarrow ? filterWords : {}}
            list={['charges', 'list']}
            count={countOf}
            onDrop={onDrop}
          >
            {lastPaidOn && <p>Letzter Eingang: {germanDate(lastPaidOn)}.</p>}
            <p>Erstellt werden sie in der Vorschau eines Angebots, im Beitragslauf oder von Hand unter „Fordern“.</p>
          </NoHits>
        }
      />
      <ChargeBulkBar {...selection} hasMore={hasNextPage} onSelectAll={selectAll} onClear={clear} />
      <PayDialog row={paying} onClose={() => setPaying(undefined)} />
    </>
  );
}

/** What the parts of the filter are called above the list. */
const filterWords = {
  search: 'Name oder Zeichen',
  state: 'Status',
  method: 'Zahlungsart',
  source: 'Quelle',
  dueFrom: 'Fällig ab',
  dueTo: 'Fällig bis',
  departmentId: 'Abteilung',
  level: 'Mahnstufe',
  hitch: 'Besonderes',
  centsFrom: 'Betrag ab',
  centsTo: 'Betrag bis',
} as const;

async function countOf(filter: ListedFilter): Promise<number> {
  const { rows, next } = await api.charges.list(filter);
  return next ? Infinity : rows.length;
}
