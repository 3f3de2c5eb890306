import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { expenseFolder, nameInPath } from '#shared/kernel/storage.ts';
import type { Expense, FullExpense } from '#shared/money/expenses/contract.ts';
import { waivableUntil } from '#shared/money/expenses/rules.ts';
import { expenseSets } from '#shared/money/expenses/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { department } from '#server/club/departments/table.ts';
import { filesBelow } from '#server/files/objects/service.ts';
import { person } from '#server/people/persons/table.ts';
import { holdsWords, listedNameOf } from '#server/platform/database/columns.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { isDecidedBy, isOwnExpense, type Decider } from './deciding.ts';
import { expense, type ExpenseRow } from './table.ts';

/** The file of transfers that contains an expense. */
const payoutOf = sql`select r.message_id from payout_item i join payout_run r on r.id = i.run_id
  where i.source = 'expense' and i.source_id = ${expense.id} and i.failed_reason = ''`;

/** An expense in a file of transfers is paid by that file. */
const isInNoPayout = sql`not exists (${payoutOf})`;

/** Expenses as their decider or submitter sees them, latest first. */
async function readRows(tx: Transaction, viewer: Decider, where: SQL | undefined, limit: number) {
  const rows = await tx
    .select({
      row: expense,
      person: listedNameOf(person),
      department: department.name,
      decidedBy: sql<string>`concat_ws(' ', ${appUser.firstname}, ${appUser.lastname})`,
      payout: sql<string>`coalesce((${payoutOf}), '')`,
      isOwn: isOwnExpense(viewer.userId),
      mayDecide: sql<boolean>`coalesce(${isDecidedBy(viewer)}, false)`,
    })
    .from(expense)
    .innerJoin(person, eq(person.id, expense.personId))
    .leftJoin(department, eq(department.id, expense.departmentId))
    .leftJoin(appUser, eq(appUser.id, expense.decidedBy))
    .where(where)
    .orderBy(desc(expense.submittedAt), desc(expense.id))
    .limit(limit);
  return rows.map((found) => ({ id: found.row.id, submittedAt: found.row.submittedAt, view: toExpense(found) }));
}

type Found = Pick<Expense, 'person' | 'decidedBy' | 'payout' | 'isOwn' | 'mayDecide'> & { row: ExpenseRow; department: string | null };

function toExpense({ row, department: name, mayDecide, ...found }: Found): Expense {
  const { decidedBy: _by, decidedAt, submittedAt, ...facts } = row;
  const isFree = found.payout === '';
  const until = row.state === 'approved' && isFree && found.isOwn && decidedAt ? waivableUntil(localOf(decidedAt).date) : null;
  return {
    ...facts,
    ...found,
    department: name ?? '',
    submittedAt: submittedAt.toISOString(),
    mayDecide: mayDecide && expenseSets.decidable.includes(row.state) && isFree,
    waivableUntil: until !== null && until >= today() ? until : null,
  };
}

type Searched = { search?: string | undefined };

/** The expenses of a filter that contain words in name or purpose. */
function matching(where: SQL | undefined, { search }: Searched): SQL | undefined {
  const names = sql`concat_ws(' ', ${person.firstname}, ${person.lastname}, ${expense.purpose})`;
  return and(where, search ? holdsWords(names, search) : undefined);
}

/** All expenses of a filter for a file, latest first. */
export async function allExpenses(tx: Transaction, viewer: Decider, where: SQL | undefined, asked: Searched): Promise<Expense[]> {
  return (await readRows(tx, viewer, matching(where, asked), 5000)).map(({ view }) => view);
}

/** A page of expenses, with number and sum of the whole filter. */
export async function listExpenses(
  tx: Transaction,
  viewer: Decider,
  where: SQL | undefined,
  { limit, cursor, ...asked }: PageAsked & Searched,
) {
  const all = matching(where, asked);
  const rows = await readRows(tx, viewer, and(all, earlierThan(expense.submittedAt, expense.id, cursor)), limit + 1);
  const [sums] = await tx
    .select({ total: sql<number>`count(*)::int`, totalCents: sql<number>`coalesce(sum(${expense.cents}), 0)::float8` })
    .from(expense)
    .innerJoin(person, eq(person.id, expense.personId))
    .where(all);
  const { page, next } = pageByTime(rows, 'submittedAt', limit);
  return { rows: page.map(({ view }) => view), next, total: sums?.total ?? 0, totalCents: sums?.totalCents ?? 0 };
}

/** Expenses with their vouchers, latest first. */
export async function fullExpenses(tx: Transaction, viewer: Decider, where: SQL | undefined): Promise<FullExpense[]> {
  const rows = (await readRows(tx, viewer, where, 200)).map(({ view }) => view);
  const files = await filesBelow(
    tx,
    rows.map(({ club, id }) => expenseFolder(club, id)),
  );
  return rows.map((row) => ({
    ...row,
    vouchers: files
      .filter(({ path }) => path.startsWith(expenseFolder(row.club, row.id)))
      .map(({ path, contentType, sizeBytes }) => ({ path, name: nameInPath(path), contentType, sizeBytes })),
  }));
}

/** One expense with its vouchers. */
export async function fullExpense(tx: Transaction, viewer: Decider, id: string): Promise<FullExpense> {
  const [found] = await fullExpenses(tx, viewer, eq(expense.id, id));
  if (!found) throw new Problem('not-found');
  return found;
}

type Locked = { id: string; version?: number | undefined; states: readonly ExpenseRow['state'][] };

/** Locks an expense and checks its state and version; one in a file of transfers keeps its state. */
export async function lockExpense(tx: Transaction, { id, version, states }: Locked): Promise<ExpenseRow> {
  const [row] = await tx.select().from(expense).where(eq(expense.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  if (version !== undefined && row.version !== version) throw new Problem('conflict');
  if (!states.includes(row.state)) throw new Problem('wrong-state');
  const isFree = await tx.$count(expense, and(eq(expense.id, id), isInNoPayout));
  if (!isFree) throw new Problem('wrong-state');
  return row;
}

/** Changes a locked expense; every change is a new version. */
export async function changeExpense(tx: Transaction, { id, version }: ExpenseRow, change: Partial<ExpenseRow>): Promise<void> {
  await tx
    .update(expense)
    .set({ ...change, version: version + 1 })
    .where(eq(expense.id, id));
}
