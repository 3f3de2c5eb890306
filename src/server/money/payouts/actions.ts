import { and, eq, inArray, sql } from 'drizzle-orm';
import { creditOf } from '#shared/money/paymentRules.ts';
import { nextMessageId } from '#shared/money/payouts/rules.ts';
import { mayMovePayouts, type PayoutRunState } from '#shared/money/payouts/words.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { expense } from '../expenses/table.ts';
import { enterPay, reversePay } from '../entries/write.ts';
import { bookedOn } from '../payments/accounts.ts';
import { addPayments, lockAccounts, reversePayment } from '../payments/movements.ts';
import { payment } from '../payments/table.ts';
import { moveCharges } from '../charges/move.ts';
import { idsOf, liveItems, moveExpenses, moveSheets } from './runs.ts';
import { notifyPaid } from './mails.ts';
import { payoutItem, payoutRun, type ItemRow, type RunRow } from './table.ts';

/** Moves a locked run to another state. */
export async function moveRun(tx: Transaction, run: RunRow, state: PayoutRunState, executedOn: string | null = null): Promise<void> {
  if (!mayMovePayouts(run.state, state)) throw new Problem('wrong-state');
  await tx
    .update(payoutRun)
    .set({ state, executedOn, version: run.version + 1 })
    .where(eq(payoutRun.id, run.id));
}

/** Records the execution by the bank: a payment for each refund and credit; hour sheets and expenses are marked as paid and entered in the books. */
export async function executeRun(tx: Transaction, run: RunRow, executedOn: string, by: string): Promise<void> {
  if (executedOn > today()) throw fieldProblem('executedOn', 'Bitte kein Tag in der Zukunft.');
  const items = await liveItems(tx, run.id);
  await lockAccounts(
    tx,
    items.map(({ personId }) => personId),
  );
  await moveRun(tx, run, 'executed', executedOn);
  await refuseSpent(tx, run, items);
  const paid = items.filter(({ source }) => !isSpending(source));
  const ids = await addPayments(
    tx,
    paid.map(({ club, personId, source, sourceId, cents }) => ({
      club,
      accountId: run.accountId ?? undefined,
      payerId: personId,
      kind: 'payout' as const,
      cents: 0 - cents,
      bookedOn: executedOn,
      createdBy: by,
      note: run.messageId,
      shares: source === 'refund' ? [{ chargeId: sourceId, cents: 0 - cents }] : [],
    })),
  );
  for (const [at, { id }] of paid.entries()) await tx.update(payoutItem).set({ paymentId: ids[at] }).where(eq(payoutItem.id, id));
  await moveSheets(tx, idsOf(items, 'hour_sheet'), 'paid');
  await moveExpenses(tx, idsOf(items, 'expense'), 'approved', 'paid');
  await enterPay(tx, await spendingOf(tx, items), executedOn, by);
  await notifyPaid(tx, run, items, executedOn);
}

/** Whether a source is spending of the club, which is entered in the books; others are payments to a payer. */
function isSpending(source: ItemRow['source']): boolean {
  return source === 'hour_sheet' || source === 'expense';
}

/** The items that are spending, each with its ledger category. */
async function spendingOf(tx: Transaction, items: readonly ItemRow[]) {
  const expenses = await tx
    .select({ id: expense.id, category: expense.category })
    .from(expense)
    .where(inArray(expense.id, idsOf(items, 'expense')));
  const categories = new Map(expenses.map(({ id, category }) => [id, category]));
  return items
    .filter(({ source }) => isSpending(source))
    .map((item) => ({
      ...item,
      category: item.source === 'expense' ? (categories.get(item.sourceId) ?? ('other_costs' as const)) : ('pay' as const),
    }));
}

/** Throws if credit was used otherwise in the meantime. */
async function refuseSpent(tx: Transaction, { club }: RunRow, items: readonly ItemRow[]): Promise<void> {
  for (const { personId, cents, holder } of items.filter(({ source }) => source === 'credit')) {
    const { payments, allocations } = await bookedOn(tx, club, personId);
    if (creditOf(payments, allocations) < cents)
      throw fieldProblem(
        'executedOn',
        `Das Guthaben von ${holder} ist nicht mehr da. Bitte vermerken Sie diese Überweisung zuerst als zurückgekommen.`,
      );
  }
}

/** Discards a run; its items can be paid otherwise. */
export async function discardRun(tx: Transaction, run: RunRow): Promise<void> {
  await moveRun(tx, run, 'discarded');
  const items = await liveItems(tx, run.id);
  await tx
    .update(payoutItem)
    .set({ failedReason: 'verworfen' })
    .where(
      inArray(
        payoutItem.id,
        items.map(({ id }) => id),
      ),
    );
  await giveBack(tx, items);
}

/** Marks an item as failed: in an executed run its payment is reversed, and it can be paid again. */
export async function failItem(tx: Transaction, run: RunRow, itemId: string, reason: string, by: string): Promise<ItemRow> {
  if (run.state === 'discarded') throw new Problem('wrong-state');
  const [item] = await tx
    .select()
    .from(payoutItem)
    .where(and(eq(payoutItem.id, itemId), eq(payoutItem.runId, run.id)));
  if (!item) throw new Problem('not-found');
  if (item.failedReason) throw new Problem('wrong-state');
  await lockAccounts(tx, [item.personId]);
  await tx.update(payoutItem).set({ failedReason: reason }).where(eq(payoutItem.id, item.id));
  const lessCents = run.state === 'executed' ? 0 : item.cents;
  const messageId = run.state === 'executed' ? run.messageId : nextMessageId(run.messageId);
  await tx
    .update(payoutRun)
    .set({ version: run.version + 1, messageId, totalCents: sql`${payoutRun.totalCents} - ${lessCents}` })
    .where(eq(payoutRun.id, run.id));
  const [paid] = item.paymentId ? await tx.select().from(payment).where(eq(payment.id, item.paymentId)) : [];
  if (paid) await reversePayment(tx, paid, { bookedOn: today(), createdBy: by, note: reason });
  if (run.state === 'executed' && isSpending(item.source)) await reversePay(tx, item.id, by);
  await giveBack(tx, [item]);
  if (run.state === 'executed') await moveExpenses(tx, idsOf([item], 'expense'), 'paid', 'approved');
  return item;
}

async function giveBack(tx: Transaction, items: readonly ItemRow[]): Promise<void> {
  const refunds = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(and(inArray(charge.id, idsOf(items, 'refund')), sql`${charge.state} = 'in_collection'`));
  await moveCharges(
    tx,
    refunds.map(({ id }) => id),
    { state: 'open' },
  );
  await moveSheets(tx, idsOf(items, 'hour_sheet'), 'approved');
}
