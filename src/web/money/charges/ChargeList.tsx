import { Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { euros } from '#shared/kernel/money.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { ExportButtons } from '#web/ui/lists/ExportButtons.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { ChargeBulkBar } from '../batches/ChargeBulkBar.tsx';
import { isChangeable, useChargeSelection } from '../batches/useChargeSelection.ts';
import { chargeColumns, ChargeCard, sortingBy } from './chargeColumns.tsx';
import { chargeChoice, ChargeFilters } from './ChargeFilters.tsx';
import { FurtherFilters } from './FurtherFilters.tsx';
import { ChargeMenu } from './ChargeMenu.tsx';
import classes from './charges.module.css';
import { PayDialog } from './PayDialog.tsx';
import { chargesQuery } from './queries.ts';

const address = chargeChoice.extend({ search: z.string().max(100).optional() });

type ChargeListProps = {
  /** Whose charges may be narrowed further. */ club?: ClubName;
  courseId: string | undefined;
  onAccount: (payerPersonId: string) => void;
};

/** The charges of a course or of the club: search, mark as paid one by one or together, cancel, waive, pay back. */
export function ChargeList({ club, courseId, onAccount }: ChargeListProps) {
  const [choice, setChoice] = useAddress(address);
  const filter = courseId ? { ...choice, courseId } : choice;
  const [paying, setPaying] = useState<ListedCharge>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(chargesQuery(filter));
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.charges.export({ ...filter, format }),
    onSuccess: (file: File) => {
      saveFile(file);
      notify('Die Forderungen sind als Datei gespeichert.');
    },
    onError: notifyProblem,
  });
  const rows = data?.pages.flatMap((page) => page.rows);
  const { selected, setSelected, clear, selectAll, ...selection } = useChargeSelection(filter, rows ?? []);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const totals = data?.pages[0]?.totals;
  return (
    <>
      <Group gap="xs" className="no-print">
        <SearchField
          label="Name oder Zeichen"
          value={choice.search ?? ''}
          onSearch={(search) => setChoice({ search: search || undefined })}
        />
        <ChargeFilters choice={choice} onChoose={setChoice}>
          {club && <FurtherFilters club={club} choice={choice} onChoose={setChoice} />}
        </ChargeFilters>
        {!courseId && <SavedViews page="charges" />}
        <ExportButtons isBusy={exporting.isPending} onExport={(format) => exporting.mutate(format)} />
      </Group>
      {totals && (
        <dl className={classes['sums']} aria-label="Summen">
          <Sum label="Offen" cents={totals.openCents} />
          <Sum label="davon überfällig" cents={totals.overdueCents} />
          <Sum label="Bezahlt" cents={totals.paidCents} />
          <Sum label="Erstattet" cents={totals.refundedCents} />
        </dl>
      )}
      <RecordList
        label="Forderungen"
        columns={chargeColumns}
        rows={rows}
        keyOf={({ id }) => id}
        renderCard={(row) => <ChargeCard row={row} />}
        renderActions={(row) => <ChargeMenu row={row} onPay={() => setPaying(row)} onAccount={() => onAccount(row.payerPersonId)} />}
        sorting={sortingBy(choice.order, (order) => setChoice({ order }))}
        selection={{
          selected,
          onSelect: setSelected,
          isSelectable: isChangeable,
          nameOf: ({ name, reference }) => `${name}, ${reference}`,
        }}
        empty={
          <EmptyState icon="receipt" title="Keine Forderungen gefunden.">
            <p>Erstellt werden sie in der Vorschau eines Angebots, im Beitragslauf oder von Hand unter „Fordern“.</p>
          </EmptyState>
        }
      />
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      <ChargeBulkBar {...selection} hasMore={hasNextPage} onSelectAll={selectAll} onClear={clear} />
      <PayDialog row={paying} onClose={() => setPaying(undefined)} />
    </>
  );
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{euros(cents)}</dd>
    </div>
  );
}
