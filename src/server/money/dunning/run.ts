import { and, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { PlannedNotice } from '#shared/money/dunning/rules.ts';
import type { DunningStage } from '#shared/money/dunning/words.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { nextReference } from '../charges/make.ts';
import { charge } from '../charges/table.ts';
import { payerColumnsOf } from '../payers/read.ts';
import { lockAccounts } from '../payments/movements.ts';
import { planOf } from './facts.ts';
import { mailNotices } from './mails.ts';
import { dunningNotice, dunningRun, type NoticeLine, type NoticeRow, type RunRow } from './table.ts';

type Order = { hash: string; excluded: readonly string[]; lowered: readonly string[] };
/** Sends the due notices if they equal those of the preview. Only one run at a time works on the charges of a club. */
export async function sendRun(tx: Transaction, club: ClubName, order: Order, by: { name: string; userId?: string }): Promise<RunRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dunning:${club}`}, 0))`);
  const first = await planOf(tx, club);
  // No payment can come in between; the second read sees payments made before the lock.
  await lockAccounts(
    tx,
    first.notices.map(({ payerId }) => payerId),
  );
  const { hash, notices, stages, emails } = await planOf(tx, club, order.lowered);
  if (hash !== order.hash) throw new Problem('changed-since-preview');
  const wanted = notices.filter(({ payerId }) => !order.excluded.includes(payerId));
  if (wanted.length === 0) throw new Problem('not-ready', { fields: [{ path: 'hash', message: 'Heute ist niemand zu mahnen.' }] });
  const [run] = await tx
    .insert(dunningRun)
    .values({
      id: randomUUID(),
      club,
      createdOn: today(),
      createdBy: by.name,
      createdById: by.userId ?? null,
      createdAt: now(),
      totalCents: sumOfCents(wanted),
    })
    .returning();
  if (!run) throw new Error('The run was not written.');
  const columnsOf = await payerColumnsOf(
    tx,
    wanted.map(({ payerId }) => payerId),
  );
  const rows = wanted.map((one) => ({ ...rowOf(run, one, stages), ...columnsOf(one.payerId) }));
  await insertFees(tx, rows);
  for (const block of blocksOf(rows.map(({ payerId: _payer, ...row }) => row))) await tx.insert(dunningNotice).values(block);
  await noteLevels(tx, rows);
  await mailNotices(tx, run, rows, emails);
  return run;
}

function rowOf(
  { id: runId, club }: RunRow,
  notice: PlannedNotice,
  stages: readonly DunningStage[],
): Omit<NoticeRow, 'payerPersonId' | 'organisationId'> {
  const stage = stages.find(({ level }) => level === notice.level);
  const lines = notice.lateCharges.map(({ chargeId, reference, name, label, dueOn, restCents, level, toldOn }): NoticeLine => {
    return { chargeId, reference, name, label, dueOn, cents: restCents, level, toldOn };
  });
  const { payerId, level, cents, feeCents, dueOn, byMail, byLetter } = notice;
  const feeChargeId = feeCents > 0 ? randomUUID() : null;
  const words = { levelName: stage?.name ?? '', text: stage?.text ?? '' };
  return { id: randomUUID(), runId, club, payerId, level, ...words, lines, cents, feeCents, feeChargeId, dueOn, byMail, byLetter };
}

async function insertFees(tx: Transaction, notices: readonly NoticeRow[]): Promise<void> {
  const rows = notices.flatMap(({ id, club, payerPersonId, organisationId, feeChargeId, feeCents, levelName, dueOn }) =>
    feeChargeId === null
      ? []
      : [
          {
            id: feeChargeId,
            club,
            reference: nextReference(club),
            personId: payerPersonId,
            payerPersonId,
            organisationId,
            source: 'dunning_fee' as const,
            sourceId: id,
            label: `Mahngebühr: ${levelName}`,
            cents: feeCents,
            dueOn,
            method: 'transfer' as const,
            state: 'open' as const,
            taxSphere: 'ideal' as const,
            createdAt: now(),
          },
        ],
  );
  for (const block of blocksOf(rows)) await tx.insert(charge).values(block);
}

async function noteLevels(tx: Transaction, notices: readonly NoticeRow[]): Promise<void> {
  const lines = notices.flatMap(({ level, lines: of }) => of.map(({ chargeId }) => ({ id: chargeId, level, told: today() })));
  await setLevels(tx, lines);
}

/** Undoes a locked run on its day: fees are cancelled, levels restored. Sent mails cannot be recalled. */
export async function undoRun(tx: Transaction, run: RunRow): Promise<RunRow> {
  if (run.state !== 'done' || run.createdOn !== today()) throw new Problem('wrong-state');
  const notices = await tx.select().from(dunningNotice).where(eq(dunningNotice.runId, run.id));
  await lockAccounts(
    tx,
    notices.map(({ payerId }) => payerId),
  );
  const feeIds = notices.flatMap(({ feeChargeId }) => feeChargeId ?? []);
  const cancelled = await tx
    .update(charge)
    .set({ state: 'cancelled', reason: 'Mahnlauf zurückgenommen', version: sql`${charge.version} + 1` })
    .where(and(inArray(charge.id, feeIds), eq(charge.state, 'open'), eq(charge.settledCents, 0)))
    .returning({ id: charge.id });
  if (cancelled.length < feeIds.length)
    throw fieldProblem('version', 'Eine der Gebühren ist schon bezahlt oder erlassen. Der Mahnlauf bleibt.');
  await setLevels(
    tx,
    notices.flatMap(({ lines }) => lines.map(({ chargeId, level, toldOn }) => ({ id: chargeId, level, told: toldOn }))),
  );
  const [undone] = await tx
    .update(dunningRun)
    .set({ state: 'undone', version: run.version + 1 })
    .where(eq(dunningRun.id, run.id))
    .returning();
  if (!undone) throw new Problem('not-found');
  return undone;
}

async function setLevels(tx: Transaction, rows: readonly { id: string; level: number | null; told: string | null }[]): Promise<void> {
  await tx.execute(sql`
    update charge set dunning_level = r.level, reminded_on = r.told
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, level int, told date) where charge.id = r.id`);
}
