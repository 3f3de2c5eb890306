import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { memberSorts, type ListedMember } from '#shared/people/members.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { api } from '#web/lib/call/call.ts';
import { NoHits } from '#web/ui/filters/NoHits.tsx';
import { OldRows } from '#web/ui/notices/OldRows.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { useSelectionOfAll } from '#web/ui/decisions/useSelectionOfAll.ts';
import { VirtualCards } from '#web/ui/lists/VirtualCards.tsx';
import { VirtualTable } from '#web/ui/lists/VirtualTable.tsx';
import { MemberBulkBar } from './bulk/MemberBulkBar.tsx';
import { MemberCard } from './MemberCard.tsx';
import { memberColumns } from './memberColumns.tsx';
import { MemberTools } from './MemberTools.tsx';
import { membersQuery, type MemberFilter, type MemberOrder } from './queries.ts';

type MemberListProps = {
  club: ClubName;
  filter: MemberFilter;
  order: MemberOrder;
  onOrder: (order: MemberOrder) => void;
  /** Leaves out a part of the filter. */ onDrop: (key: keyof MemberFilter) => void;
  onOpen: (id: string) => void;
};

/** The virtualised list of members. */
export function MemberList({ club, filter, order, onOrder, onDrop, onOpen }: MemberListProps) {
  const isWide = useWide();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(membersQuery(filter, order));
  const { selected, of, isAll, setSelected, selectAll, clear } = useSelectionOfAll(filter, selecting);
  // Memoized, so that visible rows do not re-render with every page that arrives.
  const columns = useMemo(() => memberColumns(onOpen), [onOpen]);
  const selection = { selected, onSelect: setSelected, isSelectable, nameOf };
  const renderCard = useCallback((member: ListedMember) => <MemberCard member={member} onOpen={onOpen} />, [onOpen]);
  const { shown, chooser } = useColumns<ListedMember>('members', columns);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const unseen = useMemo(() => {
    if (selected.size === 0) return 0;
    const listed = new Set(rows?.map(({ id }) => id));
    return [...selected].filter((id) => !listed.has(id)).length;
  }, [rows, selected]);
  const { club: _club, phase, ...narrowing } = filter;
  const isFiltered = (phase && phase !== 'present') || Object.values(narrowing).some(Boolean);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const list = {
    selection,
    label: 'Mitglieder',
    rows: rows ?? [],
    total: data?.pages[0]?.total,
    keyOf,
    hasMore: hasNextPage,
    // While a page is being fetched, another request joins it.
    onMore: () => fetchNextPage({ cancelRefetch: false }),
  };
  const onSort = (by: string) => {
    const sort = memberSorts.find((name) => name === by) ?? 'name';
    onOrder({ sort, isDescending: sort === order.sort ? !order.isDescending : sort === 'joinedOn' });
  };
  return (
    <>
      <MemberTools total={data?.pages[0]?.total} filter={filter} order={order} onOrder={onOrder} shown={shown}>
        {chooser}
      </MemberTools>
      {!rows && <Skeleton height={320} radius="md" />}
      <OldRows rows={rows} />
      {rows?.length === 0 && (
        <NoHits
          icon="user-search"
          title={isFiltered ? 'Niemand gefunden.' : 'Noch keine Mitglieder.'}
          filter={filter}
          words={isFiltered ? filterWords : {}}
          list={['members', 'list']}
          count={countOf}
          onDrop={onDrop}
        >
          <p>
            {isFiltered
              ? 'Ändern Sie die Suche oder den Filter, oder nehmen Sie jemanden auf.'
              : 'Lesen Sie die Liste des bisherigen Programms ein, oder nehmen Sie jemanden auf.'}
          </p>
        </NoHits>
      )}
      {rows && rows.length > 0 && isWide && (
        <VirtualTable {...list} columns={shown} sorting={{ by: order.sort, isDescending: order.isDescending, onSort }} />
      )}
      {rows && rows.length > 0 && !isWide && <VirtualCards {...list} renderCard={renderCard} />}
      <MemberBulkBar
        club={club}
        ids={[...selected]}
        of={of}
        unseen={isAll ? 0 : unseen}
        others={isAll ? 0 : Math.max(0, (data?.pages[0]?.total ?? 0) - (selected.size - unseen))}
        shown={shown}
        onSelectAll={selectAll}
        onClear={clear}
      />
    </>
  );
}

const selecting = { select: (filter: MemberFilter) => api.members.selection(filter), noun: 'Mitglieder' };
/** What the parts of the filter are called above the list. */
const filterWords = {
  search: 'Suche',
  phase: 'Status',
  departmentId: 'Abteilung',
  kind: 'Art der Mitgliedschaft',
  feeGroup: 'Beitragsgruppe',
  ungrouped: 'Ohne Beitragsgruppe',
  joinedFrom: 'Eintritt ab',
  joinedTo: 'Eintritt bis',
  leftFrom: 'Austritt ab',
  leftTo: 'Austritt bis',
} as const;
const countOf = async (filter: MemberFilter) => (await api.members.list({ ...filter, limit: 1 })).total ?? 0;
const keyOf = ({ id }: ListedMember) => id;
const nameOf = (row: ListedMember) => fullName(row);
const isSelectable = () => true;
