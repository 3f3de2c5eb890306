import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { expenseStateNames, expenseStates, expenseViews } from '#shared/money/expenses/words.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { FilterBar } from '#web/ui/filters/FilterBar.tsx';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ExpenseDrawer } from './ExpenseDrawer.tsx';
import { ExpenseList } from './ExpenseList.tsx';
import { expensesQuery } from './queries.ts';

const address = z.object({
  show: z.enum(expenseViews).optional(),
  state: z.enum(expenseStateNames).optional(),
  departmentId: z.uuid().optional(),
  search: z.string().max(80).optional(),
});

const stands = [
  { value: 'decide' as const, label: 'Zu prüfen' },
  ...expenseStateNames.map((value) => ({ value, label: expenseStates[value] })),
];

export const prefetch: Prefetch = async (client, search) => {
  await client.prefetchInfiniteQuery(expensesQuery(addressOf(address, search)));
};

/** What people spent for the club, to be approved (/admin/money/expenses). */
export function Page() {
  const { user } = useAuth();
  return user && <Expenses viewer={user} />;
}

function Expenses({ viewer }: { viewer: User }) {
  const [{ show, state, departmentId, search }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const departments = useDepartmentChoices(viewer.club.name, departmentId);
  return (
    <>
      <PageTitle title={pages.adminExpenses.title}>
        <Button variant="default" component={Link} to="/profile/expenses">
          Meine Auslagen
        </Button>
      </PageTitle>
      <FilterBar
        search={{ label: 'Name oder Zweck', value: search ?? '', onSearch: (text) => setAddress({ search: text || undefined }) }}
        filters={[
          selectFilter({
            label: 'Stand',
            placeholder: 'Jeder Stand',
            options: stands,
            value: show ?? state,
            onChange: (next) => setAddress(next === 'decide' ? { show: next, state: undefined } : { show: undefined, state: next }),
          }),
          selectFilter({
            label: 'Abteilung',
            placeholder: 'Alle Abteilungen',
            searchable: true,
            options: departments,
            value: departmentId,
            onChange: (next) => setAddress({ departmentId: next }),
          }),
        ]}
        onReset={() => setAddress({ show: undefined, state: undefined, departmentId: undefined, search: undefined })}
      />
      <ExpenseList filter={{ show, state, departmentId, search }} onOpen={setOpenId} />
      <ExpenseDrawer id={openId} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
    </>
  );
}
