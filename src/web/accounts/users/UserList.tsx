import { useInfiniteQuery } from '@tanstack/react-query';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { userSorts, type ListedUser } from '#shared/accounts/users.ts';
import { SavedViews } from '../parts/SavedViews.tsx';
import { api } from '#web/lib/call/call.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList, type Sorting } from '#web/ui/lists/RecordList.tsx';
import { useSelectionOfAll } from '#web/ui/decisions/useSelectionOfAll.ts';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ListTools } from './ListTools.tsx';
import { usersQuery, type UserFilter, type UserOrder } from './queries.ts';
import { mayDo } from './rights.ts';
import { SortChooser } from './SortChooser.tsx';
import { UserCard } from './UserCard.tsx';
import { userColumns } from './userColumns.tsx';
import { UserMenu } from './UserMenu.tsx';
import type { useUserActions } from './useUserActions.ts';

type UserListProps = {
  viewer: User;
  filter: UserFilter;
  order: UserOrder;
  actions: ReturnType<typeof useUserActions>;
  onOrder: (order: UserOrder) => void;
  onOpen: (id: string) => void;
};

const selecting = { select: (filter: UserFilter) => api.users.selection(filter), noun: 'Konten' };

/** The list with its tools, selection and pagination. */
export function UserList({ viewer, filter, order, actions, onOrder, onOpen }: UserListProps) {
  const { selected, of, isAll, setSelected, selectAll, clear } = useSelectionOfAll(filter, selecting);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(usersQuery(filter, order));
  const seesClubs = Boolean(may({ role: viewer.role.name }, 'users.list', 'other'));
  const columns = userColumns(seesClubs, onOpen);
  const { shown, chooser } = useColumns<ListedUser>('users', columns);

  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const rows = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total;
  const ticked = rows?.filter(({ id }) => selected.has(id)) ?? [];
  const unseen = selected.size - ticked.length;
  return (
    <>
      <ListTools
        total={total}
        filter={filter}
        order={order}
        shown={shown}
        mayExport={Boolean(may({ role: viewer.role.name }, 'users.export', 'club'))}
      >
        <SavedViews page="users" />
        {chooser || <SortChooser order={order} onChange={onOrder} />}
      </ListTools>
      <RecordList
        label="Benutzer"
        columns={shown}
        rows={rows}
        keyOf={({ id }) => id}
        total={total}
        onMore={hasNextPage ? () => fetchNextPage() : undefined}
        sorting={sortingBy(order, onOrder)}
        selection={{
          selected,
          onSelect: setSelected,
          isSelectable: (user) => mayDo(viewer, 'users.disable', user),
          nameOf: ({ fullName }) => fullName,
        }}
        renderCard={(user) => <UserCard user={user} seesClubs={seesClubs} onOpen={onOpen} />}
        renderActions={(user) => <UserMenu user={user} viewer={viewer} actions={actions} onOpen={onOpen} />}
        empty={
          <EmptyState icon="user-search" title="Niemand gefunden.">
            <p>Ändern Sie die Suche oder den Filter, oder laden Sie jemanden ein.</p>
          </EmptyState>
        }
      />
      <BulkBar
        count={selected.size}
        unseen={isAll ? 0 : unseen}
        hasOthers={hasNextPage && !isAll}
        isBusy={actions.isBusy}
        onAction={(action) => actions.batch(action, { ids: [...selected], of }, clear)}
        onSelectAll={selectAll}
        onClear={clear}
      />
    </>
  );
}

/** A column sorts ascending first and reverses on the second click; dates sort newest first. */
function sortingBy(order: UserOrder, onOrder: (order: UserOrder) => void): Sorting {
  return {
    by: order.sort,
    isDescending: order.isDescending,
    onSort: (by) => {
      const sort = userSorts.find((name) => name === by) ?? 'lastname';
      const isDate = sort === 'lastLogin' || sort === 'createdAt';
      onOrder({ sort, isDescending: sort === order.sort ? !order.isDescending : isDate });
    },
  };
}
