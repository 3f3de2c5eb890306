import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import { mayMoveRun, finishedRuns, type SepaRunState } from '#shared/money/chargeWords.ts';
import { endToEndIdOf, isBankDay } from '#shared/money/sepaRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { sepaMandate } from '../mandates/table.ts';
import { accountFor } from '#server/club/bankAccounts/service.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { insertRows } from '#server/platform/database/insertRows.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { addPayments } from '../payments/movements.ts';
import { chooseItems, earliestDay } from './choose.ts';
import { offsetCredit } from './credit.ts';
import { announce } from './notices.ts';
import { type Choice, type Collectable } from './sepaItems.ts';
import type { ItemRow, RunRow } from './sepaFile.ts';
import { moveCharges } from '../charges/move.ts';
import { charge, sepaRun, sepaRunItem } from '../charges/table.ts';

/** Creates a run of everything that can be collected on a day, marks its charges as in collection, and notifies the payers. */
export async function makeRun(
  tx: Transaction,
  choice: Choice,
  by: { name: string; userId: string },
): Promise<{ run: RunRow; creditCents: number }> {
  const { club, day: collectionDate } = choice;
  const { missing, formerCreditorId, ...creditor } = await accountFor(tx, club, {
    use: 'isCollect',
    chosenId: choice.accountId,
    isLocked: true,
  });
  if (missing.length > 0)
    throw new Problem('not-ready', {
      fields: missing.map((word) => ({ path: 'collectionDate', message: `${word} fehlt in den Einstellungen.` })),
    });
  const earliest = await earliestDay(tx, club);
  if (collectionDate < earliest) throw fieldProblem('collectionDate', `Frühestens am ${germanDate(earliest)}.`);
  if (!isBankDay(collectionDate)) throw fieldProblem('collectionDate', 'An diesem Tag arbeiten die Banken nicht.');
  // Accounts are locked before charges, as everywhere; charges covered by credit are not debited.
  const creditCents = await offsetCredit(tx, choice);
  const { items } = await chooseItems(tx, choice, true);
  if (items.length === 0) throw new Problem('not-ready', { fields: [{ path: 'collectionDate', message: 'Es gibt nichts einzuziehen.' }] });
  const id = randomUUID();
  const totalCents = sumOfCents(items);
  const [run] = await tx
    .insert(sepaRun)
    .values({
      id,
      club,
      messageId: `${club}-${today().replaceAll('-', '')}-${id.slice(0, 8)}`,
      collectionDate,
      ...creditor,
      items: items.length,
      totalCents,
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!run) throw new Error('The run was not written.');
  const taken = await takenOver(tx, items, formerCreditorId);
  const rows = items.map((item) => ({ ...rowOf(item, run), formerCreditorId: taken.has(item.mandateId) ? formerCreditorId : null }));
  await insertRows(tx, sepaRunItem, rows);
  await moveCharges(
    tx,
    items.map(({ chargeId }) => chargeId),
    { state: 'in_collection', dueOn: collectionDate },
  );
  await useUp(tx, items);
  await announce(tx, run, items);
  return { run, creditCents };
}

function rowOf(item: Collectable['items'][number], run: RunRow) {
  const {
    reference: _reference,
    name: _name,
    label: _label,
    payerEmail: _email,
    payerPersonId: _payer,
    openCharge: _openCharge,
    ...row
  } = item;
  return { ...row, runId: run.id, endToEndId: endToEndIdOf(row.mandateReference, ownOf(run, row.mandateReference)) };
}

/** The mandates signed under the former creditor identifier whose bank was not told of the change: imported ones, with their first debit. */
async function takenOver(tx: Transaction, items: Collectable['items'], formerCreditorId: string): Promise<ReadonlySet<string>> {
  if (!formerCreditorId) return new Set();
  const rows = await tx
    .select({ id: sepaMandate.id })
    .from(sepaMandate)
    .where(
      and(
        isAmong(
          sepaMandate.id,
          items.map(({ mandateId }) => mandateId),
        ),
        eq(sepaMandate.origin, 'import'),
        sql`not exists (select 1 from sepa_run_item before join sepa_run of on of.id = before.run_id
          where before.mandate_id = ${sepaMandate.id} and of.state <> ${'cancelled' satisfies SepaRunState})`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Eight characters that no other debit has: neither that of another mandate, nor that of this one in another run, also of the same day. */
function ownOf({ messageId }: RunRow, mandate: string): string {
  const hash = createHash('sha256').update(`${messageId} ${mandate}`).digest('hex');
  return (Number.parseInt(hash.slice(0, 12), 16) % 36 ** 8).toString(36).padStart(8, '0').toUpperCase();
}

/** Moves a locked run and its charges to another state. */
export async function moveRun(tx: Transaction, run: RunRow, to: SepaRunState, by: string): Promise<void> {
  if (!mayMoveRun(run.state, to)) throw new Problem('wrong-state');
  if (to === 'settled' && run.collectionDate > today()) throw new Problem('wrong-state');
  await tx
    .update(sepaRun)
    .set({ state: to, version: run.version + 1 })
    .where(eq(sepaRun.id, run.id));
  if (to === 'submitted') await useMandates(tx, run);
  if (!finishedRuns.includes(to)) return;
  const items = await tx
    .select()
    .from(sepaRunItem)
    .where(and(eq(sepaRunItem.runId, run.id), isNull(sepaRunItem.returnCode)));
  const ids = items.map(({ chargeId }) => chargeId);
  const wasDue = sql`(select ${sepaRunItem.wasDueOn} from ${sepaRunItem} where ${sepaRunItem.runId} = ${run.id} and ${sepaRunItem.chargeId} = ${charge.id})`;
  if (to === 'settled') await collect(tx, run, items, by);
  else {
    await moveCharges(tx, ids, { state: 'open', dueOn: sql`coalesce(${wasDue}, ${charge.dueOn})` });
    const once = items.filter(({ sequence }) => sequence === 'OOFF').map(({ mandateId }) => mandateId);
    if (once.length > 0) await tx.update(sepaMandate).set({ state: 'active' }).where(isAmong(sepaMandate.id, once));
  }
}

/** Inserts one payment per debit, i.e. per mandate. The charges are reserved by the run, so their accounts need no lock. */
async function collect(tx: Transaction, run: RunRow, items: readonly ItemRow[], createdBy: string): Promise<void> {
  const payers = await tx
    .select({ id: charge.id, payerId: charge.payerId })
    .from(charge)
    .where(
      isAmong(
        charge.id,
        items.map(({ chargeId }) => chargeId),
      ),
    );
  const payerOf = new Map(payers.map(({ id, payerId }) => [id, payerId]));
  const debits = Map.groupBy(items, ({ chargeId, mandateId }) => `${payerOf.get(chargeId)}:${mandateId}`);
  const payments = [...debits.values()].map((of) => ({
    club: run.club,
    payerId: payerOf.get(of[0]?.chargeId ?? '') ?? '',
    kind: 'debit' as const,
    cents: sumOfCents(of),
    bookedOn: run.collectionDate,
    runId: run.id,
    note: of[0]?.mandateReference,
    createdBy,
    shares: of.map(({ chargeId, cents }) => ({ chargeId, cents })),
  }));
  await addPayments(tx, payments);
}

/** The mandates of a run that the bank has were used last on its day; a run that is discarded before uses none. */
async function useMandates(tx: Transaction, { id, collectionDate }: RunRow): Promise<void> {
  const used = tx.select({ id: sepaRunItem.mandateId }).from(sepaRunItem).where(eq(sepaRunItem.runId, id));
  await tx.update(sepaMandate).set({ lastUsedOn: collectionDate }).where(inArray(sepaMandate.id, used));
}

async function useUp(tx: Transaction, items: Collectable['items']): Promise<void> {
  const once = items.flatMap(({ sequence, mandateId }) => (sequence === 'OOFF' ? mandateId : []));
  if (once.length > 0) await tx.update(sepaMandate).set({ state: 'used_up' }).where(isAmong(sepaMandate.id, once));
}
