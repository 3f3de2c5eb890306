import { eq, inArray } from 'drizzle-orm';
import { idPattern } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isOwnExpense, isSeen } from './deciding.ts';
import { expense } from './table.ts';

export { isWaitingFor } from './deciding.ts';

/** Expenses that reference a department. */
export const expensesOfDepartments: DepartmentUse = {
  words: ['Auslage', 'Auslagen'],
  count: (tx, departmentIds) => countByDepartment(tx, expense, departmentIds),
};

type Account = { userId: string; role: Role; club: ClubName };

/** As what an account may look at the vouchers of an expense: as its submitter, or as one who may see it to decide. */
export async function readerOfVouchers(
  tx: Transaction,
  { userId, role, club }: Account,
  expenseId: string,
): Promise<'submitter' | 'decider' | undefined> {
  const viewer = { userId, club, extent: may({ role }, 'expenses.approve', 'club') };
  const [found] = await tx
    .select({ isOwn: isOwnExpense(userId), isSeen: isSeen(viewer) })
    .from(expense)
    .where(eq(expense.id, expenseId));
  if (found?.isOwn) return 'submitter';
  return found?.isSeen ? 'decider' : undefined;
}

/** Uses of files as vouchers of expenses. */
export async function expenseUses(tx: Transaction, paths: readonly string[]) {
  const owners = new Map(paths.flatMap((path) => (folder.test(path) ? [[path, path.split('/')[2] ?? ''] as const] : [])));
  if (owners.size === 0) return [];
  const rows = await tx
    .select({ id: expense.id, purpose: expense.purpose })
    .from(expense)
    .where(inArray(expense.id, [...new Set(owners.values())]));
  return [...owners].flatMap(([path, id]) => {
    const row = rows.find((one) => one.id === id);
    return row ? [{ path, what: `Auslage „${row.purpose}“`, link: `${pages.adminExpenses.path}?open=${id}` }] : [];
  });
}

const folder = new RegExp(`^[A-Z]+/expenses/${idPattern}/`);
