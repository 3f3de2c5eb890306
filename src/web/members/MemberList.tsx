import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ClubName } from '#shared/clubs.ts';
import { memberSorts, type ListedMember } from '#shared/members.ts';
import { ColumnChooser } from '#web/ui/ColumnChooser.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadProblem } from '#web/ui/LoadProblem.tsx';
import type { Selection } from '#web/ui/records.ts';
import { useColumns } from '#web/ui/useColumns.ts';
import { useWide } from '#web/ui/useWide.ts';
import { VirtualCards } from '#web/ui/VirtualCards.tsx';
import { VirtualTable } from '#web/ui/VirtualTable.tsx';
import { MemberBulkBar } from './MemberBulkBar.tsx';
import { MemberCard } from './MemberCard.tsx';
import { memberColumns } from './memberColumns.tsx';
import { MemberTools } from './MemberTools.tsx';
import { membersQuery, type MemberFilter, type MemberOrder } from './queries.ts';

type MemberListProps = {
  club: ClubName;
  filter: MemberFilter;
  order: MemberOrder;
  onOrder: (order: MemberOrder) => void;
  onOpen: (id: string) => void;
};

/** The overview itself: as many rows as there are, drawn as far as one looks. */
export function MemberList({ club, filter, order, onOrder, onOpen }: MemberListProps) {
  const isWide = useWide();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(membersQuery(filter, order));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // The same while pages arrive, so that the rows on the screen are not drawn again with each of them.
  const columns = useMemo(() => memberColumns(onOpen), [onOpen]);
  const selection = useMemo(() => selectionOf(selected, setSelected), [selected]);
  const { shown, names, setNames } = useColumns<ListedMember>('members', columns);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const unseen = useMemo(() => {
    if (selected.size === 0) return 0;
    const listed = new Set(rows?.map(({ id }) => id));
    return [...selected].filter((id) => !listed.has(id)).length;
  }, [rows, selected]);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const list = {
    selection,
    label: 'Mitglieder',
    rows: rows ?? [],
    keyOf: ({ id }: ListedMember) => id,
    hasMore: hasNextPage,
    isLoading: isFetchingNextPage,
    onMore: () => void fetchNextPage(),
  };
  const onSort = (by: string) => {
    const sort = memberSorts.find((name) => name === by) ?? 'name';
    onOrder({ sort, isDescending: sort === order.sort ? !order.isDescending : sort === 'joinedOn' });
  };
  return (
    <>
      <MemberTools total={data?.pages[0]?.total} filter={filter} order={order} onOrder={onOrder}>
        {isWide && <ColumnChooser columns={columns} names={names} onChange={setNames} />}
      </MemberTools>
      {!rows && <Skeleton height={320} radius="md" />}
      {rows?.length === 0 && (
        <EmptyState icon="user-search" title="Niemand gefunden.">
          <p>Ändern Sie die Suche oder den Filter, oder nehmen Sie jemanden auf.</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && isWide && (
        <VirtualTable {...list} columns={shown} sorting={{ by: order.sort, isDescending: order.isDescending, onSort }} />
      )}
      {rows && rows.length > 0 && !isWide && (
        <VirtualCards {...list} renderCard={(member) => <MemberCard member={member} onOpen={onOpen} />} />
      )}
      <MemberBulkBar club={club} ids={[...selected]} unseen={unseen} onClear={() => setSelected(new Set())} />
    </>
  );
}

function selectionOf(selected: ReadonlySet<string>, onSelect: (selected: Set<string>) => void): Selection<ListedMember> {
  return { selected, onSelect, isSelectable: () => true, nameOf: ({ firstname, lastname }) => `${firstname} ${lastname}` };
}
