import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Debit, SepaRun } from '#shared/money/sepaRuns.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { accountWords } from '#server/club/bankAccounts/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { charge, sepaRun, sepaRunItem } from '../charges/table.ts';
import { noticesOfRun } from './notices.ts';
import { debitsOf } from './sepaItems.ts';
import type { RunRow } from './sepaFile.ts';

/** Runs of a club, newest first. */
export async function listRuns(tx: Transaction, club: ClubName, { limit, cursor }: PageAsked, viewerId: string) {
  const runs = await tx
    .select()
    .from(sepaRun)
    .where(and(eq(sepaRun.club, club), earlierThan(sepaRun.createdAt, sepaRun.id, cursor)))
    .orderBy(desc(sepaRun.createdAt), desc(sepaRun.id))
    .limit(limit + 1);
  const { page, next } = pageByTime(runs, 'createdAt', limit);
  return { rows: await toViews(tx, page, viewerId), next };
}

/** One run as shown to the board. */
export async function readRun(tx: Transaction, runId: string, viewerId: string): Promise<SepaRun> {
  const [view] = await toViews(tx, await tx.select().from(sepaRun).where(eq(sepaRun.id, runId)), viewerId);
  if (!view) throw new Problem('not-found');
  return view;
}

async function toViews(tx: Transaction, runs: readonly RunRow[], viewerId: string): Promise<SepaRun[]> {
  const fourEyes = await readParameter(tx, 'sepa.fourEyes');
  const returnFeeCents = await readParameter(tx, 'sepa.returnFeeCents');
  const inWords = await accountWords(tx, runs[0]?.club);
  const ids = runs.map((run) => run.id);
  const counts = await countsOf(tx, ids);
  const letters = Map.groupBy(await lettersOf(tx, ids), ({ runId }) => runId);
  const returned = Map.groupBy(await returnedOf(tx, ids), ({ runId }) => runId);
  return runs.map((run) => ({
    id: run.id,
    messageId: run.messageId,
    collectionDate: run.collectionDate,
    creditorAccount: inWords(run.accountId, run.creditorIban),
    state: run.state,
    items: run.items,
    totalCents: run.totalCents,
    createdBy: run.createdBy,
    returnFeeCents,
    needsOther: fourEyes && run.createdById === viewerId,
    createdAt: run.createdAt.toISOString(),
    version: run.version,
    debits: counts.get(run.id) ?? 0,
    letters: (letters.get(run.id) ?? []).map(({ holder, cents, postedOn }) => ({ holder, cents, postedOn })),
    returned: (returned.get(run.id) ?? []).map(({ holder, cents, code }) => ({ holder, cents, code })),
  }));
}

async function countsOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ runId: sepaRunItem.runId, count: sql<number>`count(distinct ${sepaRunItem.mandateId})::int` })
    .from(sepaRunItem)
    .where(inArray(sepaRunItem.runId, [...ids]))
    .groupBy(sepaRunItem.runId);
  return new Map(rows.map(({ runId, count }) => [runId, count]));
}

type OfRun = { runId: string; holder: string; cents: number };

/** The payers who are notified by letter because no email address is known. */
async function lettersOf(tx: Transaction, ids: readonly string[]): Promise<(OfRun & { postedOn: string | null })[]> {
  const { rows } = await tx.execute<OfRun & { postedOn: string | null }>(sql`
    select item.run_id as "runId", min(item.account_holder) as holder, sum(item.cents)::int as cents, min(notice.posted_on)::text as "postedOn"
    from sepa_notice notice join sepa_run_item item on item.run_id = notice.run_id and item.mandate_id = notice.mandate_id
    where notice.channel = 'letter' and notice.run_id = any(${sql.param([...ids])}::uuid[])
    group by item.run_id, item.mandate_id order by 2, item.mandate_id`);
  return rows;
}

async function returnedOf(tx: Transaction, ids: readonly string[]): Promise<(OfRun & { code: string })[]> {
  const { rows } = await tx.execute<OfRun & { code: string }>(sql`
    select run_id as "runId", min(account_holder) as holder, sum(cents)::int as cents, min(return_code) as code
    from sepa_run_item where return_code is not null and run_id = any(${sql.param([...ids])}::uuid[])
    group by run_id, mandate_id order by 2, mandate_id`);
  return rows;
}

/** The maximum of debits in one response. */
const debitsAtMost = 50;

/** The first debits of a run by holder, filtered by holder or mandate reference, with their total number. */
export async function readDebits(tx: Transaction, run: RunRow, search: string): Promise<{ rows: Debit[]; count: number }> {
  const words = sql`position(lower(${search.trim()}) in lower(account_holder || ' ' || mandate_reference)) > 0`;
  const found = await tx.execute<{ id: string; count: number }>(sql`
    select mandate_id as id, count(*) over ()::int as count from sepa_run_item where run_id = ${run.id} and ${words}
    group by mandate_id order by lower(min(account_holder)), mandate_id limit ${debitsAtMost}`);
  const mandates = found.rows.map((row) => row.id);
  const items = await tx
    .select({
      item: sepaRunItem,
      reference: charge.reference,
      label: charge.label,
      name: listedNameOf(person),
    })
    .from(sepaRunItem)
    .innerJoin(charge, eq(charge.id, sepaRunItem.chargeId))
    .innerJoin(person, eq(person.id, charge.personId))
    .where(and(eq(sepaRunItem.runId, run.id), inArray(sepaRunItem.mandateId, mandates)));
  const notices = await noticesOfRun(tx, run.id);
  const debits = debitsOf(
    items.map(({ item, ...shown }) => ({ ...item, ...shown })),
    (mandateId) => notices.get(mandateId) ?? 'told',
  );
  return { rows: debits.toSorted((one, other) => compareNames(one.holder, other.holder)), count: found.rows[0]?.count ?? 0 };
}
