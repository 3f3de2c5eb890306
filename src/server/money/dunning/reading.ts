import { and, asc, desc, eq, getColumns, sql } from 'drizzle-orm';
import { accountReference } from '#shared/people/accountReference.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DunningPreview, DunningRun, SentNotice } from '#shared/money/dunning/contract.ts';
import type { LeftOut } from '#shared/money/dunning/rules.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { today } from '#server/platform/process/clock.ts';
import { automaticOf } from './automatic.ts';
import type { Plan } from './facts.ts';
import { dunningNotice, dunningRun, type RunRow } from './table.ts';
import { addressOf } from '../charges/payers.ts';
import { namedIn } from '../charges/rows.ts';
import { payer } from '../payers/view.ts';

/** A plan as shown to the board. */
export function toPreview(plan: Plan, isAutomatic: boolean): DunningPreview {
  const { hash, notices, leftOut, stages } = plan;
  return {
    hash,
    automatic: isAutomatic ? automaticOf(plan) : null,
    leftOut,
    notices: notices.map(({ lateCharges, ...notice }) => ({
      ...notice,
      levelName: stages.find(({ level }) => level === notice.level)?.name ?? '',
      lines: lateCharges.map(({ reference, name, label, dueOn, restCents }) => ({ reference, name, label, dueOn, cents: restCents })),
    })),
  };
}

/** Runs of a club, newest first. */
export async function listRuns(tx: Transaction, club: ClubName, { limit, cursor }: PageAsked) {
  const found = await withSums(tx)
    .where(and(eq(dunningRun.club, club), earlierThan(dunningRun.createdAt, dunningRun.id, cursor)))
    .orderBy(desc(dunningRun.createdAt), desc(dunningRun.id))
    .limit(limit + 1);
  const { page, next } = pageByTime(
    found.map(({ row, ...sums }) => ({ id: row.id, createdAt: row.createdAt, run: toRun(row, sums) })),
    'createdAt',
    limit,
  );
  return { rows: page.map(({ run }) => run), next };
}

/** One run with its sums. */
export async function shownRun(tx: Transaction, row: RunRow): Promise<DunningRun> {
  const [sums] = await withSums(tx).where(eq(dunningRun.id, row.id));
  return toRun(row, sums ?? { notices: 0, letters: 0, feeCents: 0 });
}

function withSums(tx: Transaction) {
  const of = sql`from ${dunningNotice} where ${dunningNotice.runId} = ${dunningRun}.id`;
  return tx
    .select({
      row: dunningRun,
      notices: sql<number>`(select count(*)::int ${of})`,
      letters: sql<number>`(select count(*)::int ${of} and ${dunningNotice.byLetter})`,
      feeCents: sql<number>`(select coalesce(sum(${dunningNotice.feeCents}), 0)::int ${of})`,
    })
    .from(dunningRun)
    .$dynamic();
}

function toRun(row: RunRow, sums: { notices: number; letters: number; feeCents: number }): DunningRun {
  const { id, createdOn, createdBy, state, totalCents, version } = row;
  return { id, createdOn, createdBy, state, totalCents, version, ...sums, mayUndo: state === 'done' && createdOn === today() };
}

/** The notices of a run as sent, with today's addresses. */
export async function noticesOf(tx: Transaction, runId: string): Promise<SentNotice[]> {
  const rows = await tx
    .select({ notice: dunningNotice, who: getColumns(payer) })
    .from(dunningNotice)
    .innerJoin(payer, eq(payer.id, dunningNotice.payerId))
    .where(eq(dunningNotice.runId, runId))
    .orderBy(asc(payer.lastname), asc(payer.firstname), asc(dunningNotice.id));
  return rows.map(({ notice, who }) => ({
    payerId: notice.payerId,
    name: who.listedName,
    level: notice.level,
    levelName: notice.levelName,
    text: notice.text,
    lines: notice.lines.map(({ reference, name = '', label, dueOn, cents }) => ({ reference, name, label, dueOn, cents })),
    cents: notice.cents,
    feeCents: notice.feeCents,
    dueOn: notice.dueOn,
    byMail: notice.byMail,
    byLetter: notice.byLetter,
    reference: accountReference(notice.club, who.accountNo),
    address: addressOf(who),
  }));
}

/** The payers to whom letters of a run go, and those for whom they pay. */
export async function namedOnLetters(tx: Transaction, runId: string): Promise<string[]> {
  const rows = await tx
    .select({ payerId: dunningNotice.payerId, lines: dunningNotice.lines })
    .from(dunningNotice)
    .where(and(eq(dunningNotice.runId, runId), dunningNotice.byLetter));
  const chargeIds = rows.flatMap(({ lines }) => lines.map(({ chargeId }) => chargeId));
  return [...rows.map(({ payerId }) => payerId), ...(await namedIn(tx, chargeIds))];
}

const courtColumns = ['Zahler', 'Offen in Euro'];

/** The payers who did not pay after the last notice, as a file. */
export function courtFile(leftOut: readonly LeftOut[]): File {
  const rows = leftOut.filter(({ isCourt }) => isCourt).map(({ name, cents }) => ({ Zahler: name, 'Offen in Euro': cents / 100 }));
  return csvFile('mahnverfahren.csv', rows, courtColumns);
}
