import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import type { PayoutRun } from '#shared/money/payouts/contract.ts';
import { transfersOf } from '#shared/money/payouts/rules.ts';
import { payoutSourceNames, pendingPayouts, type PayoutRunState, type PayoutSource } from '#shared/money/payouts/words.ts';
import { nextBankDay } from '#shared/money/sepaRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { accountFor, accountWords } from '#server/club/bankAccounts/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { moveCharges } from '../charges/move.ts';
import { expense } from '../expenses/table.ts';
import { hourSheet } from '../hours/table.ts';
import { lockAccounts } from '../payments/movements.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { payoutItem, payoutRun, type ItemRow, type RunRow } from './table.ts';

type Order = { chosen: readonly { source: PayoutSource; sourceId: string }[]; totalCents: number; accountId?: string | undefined };

/** Creates a run of the chosen items, if all of them can be paid and the sum equals the one that was shown. */
export async function makeRun(
  tx: Transaction,
  club: ClubName,
  { chosen, totalCents, accountId: chosenId }: Order,
  by: { name: string; userId: string },
): Promise<RunRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payouts:${club}`}, 0))`);
  const { missing, creditorName, creditorIban, accountId } = await accountFor(tx, club, { use: 'isPay', chosenId, isLocked: true });
  if (!creditorName || !creditorIban)
    throw new Problem('not-ready', { fields: missing.map((word) => ({ path: 'chosen', message: `${word} fehlt in den Einstellungen.` })) });
  const isChosen = (one: Candidate) => chosen.some(({ source, sourceId }) => source === one.source && sourceId === one.sourceId);
  const first = (await candidatesOf(tx, club)).filter(isChosen);
  await lockAccounts(
    tx,
    first.map(({ payeeId }) => payeeId),
  );
  const parts = (await candidatesOf(tx, club)).filter(isChosen);
  const sum = sumOfCents(parts);
  if (parts.length < chosen.length || sum !== totalCents || parts.some(({ fault }) => fault)) throw new Problem('changed-since-preview');
  const id = randomUUID();
  const messageId = `${club}-A-${today().replaceAll('-', '')}-${id.slice(0, 8)}`;
  const [run] = await tx
    .insert(payoutRun)
    .values({
      id,
      club,
      messageId,
      executionOn: nextBankDay(today()),
      accountId,
      debtorName: creditorName,
      debtorIban: creditorIban,
      totalCents: sum,
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!run) throw new Error('The run was not written.');
  const rows = parts.map((part, at) => itemOf(run, part, at));
  for (const block of blocksOf(rows)) await tx.insert(payoutItem).values(block);
  // Reserves the items against concurrent payouts.
  await moveCharges(tx, idsOf(parts, 'refund'), { state: 'in_collection' });
  await moveSheets(tx, idsOf(parts, 'hour_sheet'), 'exported');
  await moveExpenses(tx, idsOf(parts, 'expense'), 'approved', 'approved');
  return run;
}

function itemOf({ id: runId, club, messageId }: RunRow, part: Candidate, at: number) {
  const { source, sourceId, payeeId: personId, iban, holder, cents, remittance } = part;
  const endToEndId = `${messageId.slice(0, 28)}-${at + 1}`;
  const to = { iban: iban ?? '', holder: holder ?? '' };
  return { id: randomUUID(), runId, club, source, sourceId, personId, ...to, cents, remittance: remittance.slice(0, 140), endToEndId };
}

/** The ids of the items from a source. */
export function idsOf(parts: readonly { source: PayoutSource; sourceId: string }[], source: PayoutSource): string[] {
  return parts.filter((one) => one.source === source).map(({ sourceId }) => sourceId);
}

/** Moves hour sheets to another state. */
export async function moveSheets(tx: Transaction, ids: readonly string[], state: 'approved' | 'exported' | 'paid'): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(hourSheet)
    .set({ state, version: sql`${hourSheet.version} + 1` })
    .where(inArray(hourSheet.id, [...ids]));
}

/** Moves expenses to another state; throws if one is not in the expected state any more. */
export async function moveExpenses(
  tx: Transaction,
  ids: readonly string[],
  from: 'approved' | 'paid',
  to: 'approved' | 'paid',
): Promise<void> {
  if (ids.length === 0) return;
  const moved = await tx
    .update(expense)
    .set({ state: to, version: sql`${expense.version} + 1` })
    .where(and(inArray(expense.id, [...ids]), eq(expense.state, from)))
    .returning({ id: expense.id });
  if (moved.length < ids.length) throw new Problem('changed-since-preview');
}

/** The items of a run, without failed ones. */
export function liveItems(tx: Transaction, runId: string): Promise<ItemRow[]> {
  return tx
    .select()
    .from(payoutItem)
    .where(and(eq(payoutItem.runId, runId), eq(payoutItem.failedReason, '')))
    .orderBy(payoutItem.id);
}

/** Runs of a club, newest first. */
export async function listRuns(tx: Transaction, club: ClubName, { limit, cursor }: PageAsked, viewerId: string) {
  const runs = await tx
    .select()
    .from(payoutRun)
    .where(and(eq(payoutRun.club, club), earlierThan(payoutRun.createdAt, payoutRun.id, cursor)))
    .orderBy(desc(payoutRun.createdAt), desc(payoutRun.id))
    .limit(limit + 1);
  const { page, next } = pageByTime(runs, 'createdAt', limit);
  return { rows: await toViews(tx, page, viewerId), next };
}

/** One run as shown to the board. */
export async function readRun(tx: Transaction, id: string, viewerId: string): Promise<PayoutRun> {
  const [view] = await toViews(tx, await tx.select().from(payoutRun).where(eq(payoutRun.id, id)), viewerId);
  if (!view) throw new Problem('not-found');
  return view;
}

/** Whether the bank is to pay an item or once was. */
function isOfFile({ nameAnswer, failedReason }: ItemRow, state: PayoutRunState): boolean {
  return nameAnswer !== 'mismatch' && (failedReason === '' || !pendingPayouts.includes(state));
}

async function toViews(tx: Transaction, runs: readonly RunRow[], viewerId: string): Promise<PayoutRun[]> {
  const fourEyes = await readParameter(tx, 'sepa.fourEyes');
  const inWords = await accountWords(tx, runs[0]?.club);
  const ids = runs.map(({ id }) => id);
  const items = await tx
    .select({ item: payoutItem, name: listedNameOf(person) })
    .from(payoutItem)
    .innerJoin(person, eq(person.id, payoutItem.personId))
    .where(inArray(payoutItem.runId, ids))
    .orderBy(person.lastname, person.firstname, payoutItem.id);
  return runs.map(
    ({ id, messageId, executionOn, executedOn, state, accountId, debtorIban, totalCents, createdBy, createdById, createdAt, version }) => {
      const own = items.filter(({ item }) => item.runId === id);
      return {
        id,
        messageId,
        executionOn,
        executedOn,
        debtorAccount: inWords(accountId, debtorIban),
        state,
        totalCents,
        transfers: transfersOf(own.flatMap(({ item }) => (isOfFile(item, state) ? [item] : []))).length,
        createdBy,
        createdAt: createdAt.toISOString(),
        needsOther: fourEyes && createdById === viewerId,
        items: own.map(({ item, name }) => ({
          id: item.id,
          source: item.source,
          name,
          label: item.remittance || payoutSourceNames[item.source],
          holder: item.holder,
          account: maskedIban(item.iban),
          cents: item.cents,
          nameAnswer: item.nameAnswer,
          failedReason: item.failedReason,
        })),
        version,
      };
    },
  );
}
