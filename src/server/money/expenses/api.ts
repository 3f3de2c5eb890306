import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { may } from '#shared/kernel/rights.ts';
import { expensesContract, type ExpenseInput } from '#shared/money/expenses/contract.ts';
import { submittableFrom, usualCategory, waivableUntil } from '#shared/money/expenses/rules.ts';
import { expenseSets, expenseStates } from '#shared/money/expenses/words.ts';
import { readParameter } from '#server/club/config/service.ts';
import { holdDepartments, runningDepartments } from '#server/club/departments/service.ts';
import { ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { isDecidedBy, isOwnExpense, isSeen, isWaitingFor, type Decider } from './deciding.ts';
import { notifyDecision } from './emails.ts';
import { expensesFile } from './file.ts';
import { allExpenses, changeExpense, fullExpense, fullExpenses, listExpenses, lockExpense } from './rows.ts';
import { expense, type ExpenseRow } from './table.ts';
import { deleteExpenses, setVouchers } from './vouchers.ts';

const os = implementing(expensesContract);

/** Port: records a waived reimbursement as a donation of today. */
export type DonateWaiver = (
  tx: Transaction,
  waiver: { club: ClubName; donorName: string; donorAddress: string; cents: number; note: string; createdBy: string },
) => Promise<void>;

/** What people do with their own expenses. */
const submitting = {
  own: os.own.handler(({ context }) =>
    context.read(async (tx) => {
      const own = await ownPerson(tx, context);
      const { club } = signedIn(context);
      const viewer = deciderOf(context);
      const departments = (await runningDepartments(tx, club)).map(({ id, name }) => ({ id, name }));
      return {
        isLinked: own !== undefined,
        kmCents: await readParameter(tx, 'expenses.kmCents'),
        departments,
        expenses: own ? await fullExpenses(tx, viewer, eq(expense.personId, own.id)) : [],
      };
    }),
  ),

  create: os.create.handler(({ context, input: { vouchers, ...input } }) =>
    context.write(async (write) => {
      const { club, userId } = signedIn(context);
      const values = await valuesOf(write.tx, club, input);
      const own = await ownPerson(write.tx, context);
      if (!own) throw new Problem('not-ready');
      const [row] = await write.tx
        .insert(expense)
        .values({ ...values, id: randomUUID(), club, personId: own.id, submittedAt: now() })
        .returning();
      if (!row) throw new Error('The expense was not written.');
      await setVouchers(write.tx, row, userId, vouchers);
      return finish(context, write, row, 'eingereicht');
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, vouchers, ...input } }) =>
    context.write(async (write) => {
      const row = await lockOwn(write.tx, context, { id, version, states: expenseSets.editable });
      const { userId } = signedIn(context);
      const values = await valuesOf(write.tx, row.club, input, row);
      const fresh = { state: 'submitted', rejectReason: '', submittedAt: now(), decidedBy: null, decidedAt: null } as const;
      await changeExpense(write.tx, row, { ...values, ...fresh });
      await setVouchers(write.tx, row, userId, vouchers);
      return finish(context, write, { ...row, ...values }, 'geändert', row);
    }),
  ),

  remove: os.remove.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const row = await lockOwn(write.tx, context, { id, states: expenseSets.editable });
      await deleteExpenses(write.tx, eq(expense.id, row.id));
      record(write, row, 'zurückgezogen');
      return { ok: true } as const;
    }),
  ),
};

/** The waiver of an approved expense. */
const waiving = (donateWaiver: DonateWaiver) => ({
  waive: os.waive.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const row = await lockOwn(write.tx, context, { id, version, states: ['approved'] });
      if (!row.decidedAt || waivableUntil(localOf(row.decidedAt).date) < today()) throw new Problem('wrong-state');
      const own = await ownPerson(write.tx, context);
      if (!own) throw new Problem('not-ready');
      const donor = { donorName: fullName(own), donorAddress: addressOf(own) };
      const note = `Verzicht auf die Auslage „${row.purpose}“ vom ${germanDate(row.spentOn)}`;
      await changeExpense(write.tx, row, { state: 'waived' });
      await donateWaiver(write.tx, { ...donor, club: row.club, cents: row.cents, note, createdBy: signedIn(context).name });
      write.changed({ collection: 'books', club: row.club });
      return finish(context, write, row, 'gespendet: auf die Erstattung verzichtet', row);
    }),
  ),
});

/** What heads of departments and the board do. */
const deciding = {
  list: os.list.handler(({ context, input }) => {
    const { viewer, where } = listed(context, input);
    return context.read((tx) => listExpenses(tx, viewer, where, input));
  }),

  export: os.export.handler(({ context, input: { format, ...input } }) => {
    const { viewer, where } = listed(context, input);
    return context.write(async (write) => {
      const rows = await allExpenses(write.tx, viewer, where, input);
      write.audit('expenses.approve', { club: viewer.club }, `Auslagen exportiert (${rows.length}, ${format.toUpperCase()})`, {
        after: { count: rows.length, listed: [...new Set(rows.map(({ personId }) => personId))] },
      });
      return expensesFile(rows, format);
    });
  }),

  read: os.read.handler(({ context, input: { id } }) =>
    context.read(async (tx) => {
      await requireSeen(tx, context, id);
      return fullExpense(tx, deciderOf(context), id);
    }),
  ),

  decide: os.decide.handler(({ context, input: { id, version, isApproved, reason, category } }) =>
    context.write(async (write) => {
      const [found] = await write.tx.select({ club: expense.club }).from(expense).where(eq(expense.id, id));
      if (!found) throw new Problem('not-found');
      allow(context, 'expenses.approve', targetOf(context, found.club));
      await requireSeen(write.tx, context, id);
      const viewer = deciderOf(context);
      const isAllowed = await write.tx.$count(expense, and(eq(expense.id, id), isDecidedBy(viewer)));
      if (!isAllowed) throw new Problem('forbidden');
      const row = await lockExpense(write.tx, { id, version, states: isApproved ? ['submitted'] : expenseSets.decidable });
      if (!isApproved && !reason) throw fieldProblem('reason', 'Bitte einen Grund nennen.');
      const decision = { decidedBy: viewer.userId, decidedAt: now() };
      const change = isApproved
        ? ({ ...decision, state: 'approved', category: category ?? usualCategory(row), rejectReason: '' } as const)
        : ({ ...decision, state: 'rejected', category: null, rejectReason: reason } as const);
      await changeExpense(write.tx, row, change);
      await notifyDecision(write, context.settings, row, { isApproved, reason });
      return finish(context, write, row, isApproved ? 'genehmigt' : `zurückgegeben (${reason})`, row);
    }),
  ),
};

/** Expenses, from the voucher to the payout or the donation. */
export const expensesApi = (donateWaiver: DonateWaiver) => os.router({ ...submitting, ...waiving(donateWaiver), ...deciding });

type Filter = { club?: ClubName | undefined; state?: ExpenseRow['state']; show?: 'decide'; departmentId?: string };

/** The expenses that the caller may list, narrowed to a filter. */
function listed(context: Context, { club: asked, state, show, departmentId }: Filter) {
  const club = clubAsked(context, 'expenses.approve', asked);
  const viewer = { ...deciderOf(context), club };
  const where = and(
    eq(expense.club, club),
    isSeen(viewer),
    show === 'decide' ? isWaitingFor(viewer) : undefined,
    state ? eq(expense.state, state) : undefined,
    departmentId ? eq(expense.departmentId, departmentId) : undefined,
  );
  return { viewer, where };
}

function deciderOf(context: Context): Decider {
  const { userId, role, club } = signedIn(context);
  return { userId, club, extent: may({ role }, 'expenses.approve', 'club') };
}

/** The viewer's own person record in their own club. */
async function ownPerson(tx: Transaction, context: Context): Promise<OwnPersonRow | undefined> {
  const { userId, club } = signedIn(context);
  return (await ownPeople(tx, userId)).find((one) => one.relation === 'self' && one.club === club);
}

/** Locks the viewer's own expense; for these writes the expenses of others do not exist. */
async function lockOwn(tx: Transaction, context: Context, asked: Parameters<typeof lockExpense>[1]): Promise<ExpenseRow> {
  const { userId, club } = signedIn(context);
  const isOwn = await tx.$count(expense, and(eq(expense.id, asked.id), eq(expense.club, club), isOwnExpense(userId)));
  if (!isOwn) throw new Problem('not-found');
  return lockExpense(tx, asked);
}

async function requireSeen(tx: Transaction, context: Context, id: string): Promise<void> {
  const viewer = deciderOf(context);
  const [seen] = await tx
    .select({ is: isSeen(viewer), isOwn: isOwnExpense(viewer.userId) })
    .from(expense)
    .where(eq(expense.id, id));
  if (!seen?.is && !seen?.isOwn) throw new Problem('not-found');
}

type Values = Pick<ExpenseRow, 'spentOn' | 'purpose' | 'departmentId' | 'cents' | 'km'>;

/** The stored values of what was entered; kilometres are multiplied by the amount that applies today. */
async function valuesOf(
  tx: Transaction,
  club: ExpenseRow['club'],
  { spentOn, purpose, departmentId, cents, km }: Omit<ExpenseInput, 'vouchers'>,
  before?: ExpenseRow,
): Promise<Values> {
  if (spentOn > today()) throw fieldProblem('spentOn', 'Der Tag liegt in der Zukunft.');
  if (spentOn < submittableFrom(today())) throw fieldProblem('spentOn', 'Das ist mehr als drei Jahre her.');
  if (departmentId !== null) {
    const department = (await holdDepartments(tx, club, [departmentId], 'departmentId')).get(departmentId);
    const isEnded = department?.endedOn && department.endedOn < today();
    if (isEnded && before?.departmentId !== departmentId) throw fieldProblem('departmentId', 'Diese Abteilung gibt es nicht mehr.');
  }
  const kmCents = await readParameter(tx, 'expenses.kmCents');
  return { spentOn, purpose, departmentId, km, cents: km === null ? (cents ?? 0) : km * kmCents };
}

/** The address of a donor on several lines; throws without one, since no receipt could be issued. */
function addressOf({ street, houseNo, postcode, city }: OwnPersonRow): string {
  if (!street || !postcode || !city)
    throw fieldProblem('address', 'Für die Spende fehlt Ihre Anschrift. Bitte ergänzen Sie sie unter „Ich und meine Familie“.');
  return `${[street, houseNo].filter(Boolean).join(' ')}\n${postcode} ${city}`;
}

async function finish(context: Context, write: Write, row: ExpenseRow, what: string, before?: ExpenseRow) {
  record(write, row, what, before);
  return fullExpense(write.tx, deciderOf(context), row.id);
}

function record(write: Write, { id, club, purpose, cents }: ExpenseRow, what: string, before?: ExpenseRow): void {
  const facts = before && { before: { state: expenseStates[before.state] } };
  write.audit('expenses.submit', { club, id }, `Auslage „${purpose}“ über ${euros(cents)} ${what}`, facts);
  write.changed({ collection: 'expenses', club, entityId: id });
  write.changed({ collection: 'charges', club });
}
