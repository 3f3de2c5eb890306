import { and, desc, eq, getColumns, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Levy, LevyInput, LevyPreview } from '#shared/money/levies/contract.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { countOfLetters, isUnmailed } from '../charges/letters.ts';
import { nextReference } from '../charges/make.ts';
import { charge } from '../charges/table.ts';
import { payerColumnsOf } from '../payers/read.ts';
import { payer } from '../payers/view.ts';
import { notifyOfLevy, notifyOfUndoing } from './mails.ts';
import { planLevy, type LevyPlan, type PlannedLevy } from './plan.ts';
import { levy, type LevyRow } from './table.ts';

type Order = LevyInput & { hash: string; excluded: readonly { forId: string; reason: string }[]; tells: boolean };

const shownAtMost = 200;

/** A plan as shown to the board. */
export async function toPreview(tx: Transaction, { lines, leftOut, hash }: LevyPlan, search: string): Promise<LevyPreview> {
  const wanted = search.toLocaleLowerCase('de');
  const shown = lines.filter((line) => `${line.name} ${line.payer}`.toLocaleLowerCase('de').includes(wanted));
  const payerIds = [...new Set(lines.map(({ payerId }) => payerId))];
  const letters = await tx
    .select({ name: payer.listedName })
    .from(payer)
    .where(sql`${isAmong(payer.id, payerIds)} and ${isUnmailed(sql`${payer}`)}`)
    .orderBy(payer.lastname, payer.firstname, payer.id)
    .limit(shownAtMost);
  return {
    hash,
    count: lines.length,
    payers: payerIds.length,
    totalCents: sumOfCents(lines),
    repeated: lines.filter(({ note }) => note !== '').length,
    letters: letters.map(({ name }) => name),
    leftOut: leftOut.slice(0, shownAtMost),
    lines: shown.slice(0, shownAtMost).map(({ payerId: _payer, personId: _person, ...line }) => line),
  };
}

/** Charges a levy if it equals the preview, and notifies the payers. Levies of a club are serialised. */
export async function bookLevy(tx: Transaction, club: ClubName, order: Order, by: { name: string; userId: string }): Promise<LevyRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`levies:${club}`}, 0))`);
  const { lines, hash } = await planLevy(tx, club, order);
  if (hash !== order.hash) throw new Problem('changed-since-preview');
  const left = new Set(order.excluded.map(({ forId }) => forId));
  const wanted = lines.filter(({ forId }) => !left.has(forId));
  if (wanted.length === 0) throw new Problem('not-ready', { fields: [{ path: 'whom', message: 'Von niemandem ist etwas zu fordern.' }] });
  const { kind, label, dueOn, taxSphere, year } = order;
  const [row] = await tx
    .insert(levy)
    .values({
      id: randomUUID(),
      club,
      kind,
      label: kind === 'helper_hours' ? `Fehlende Helferstunden ${year}` : label,
      dueOn,
      taxSphere,
      count: wanted.length,
      excluded: lines.length - wanted.length,
      totalCents: sumOfCents(wanted),
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!row) throw new Error('The levy was not written.');
  const columnsOf = await payerColumnsOf(
    tx,
    wanted.map(({ payerId }) => payerId),
  );
  const period = kind === 'helper_hours' ? String(year) : '';
  const charges = wanted.map((line) => ({ ...chargeOf(row, line, period), ...columnsOf(line.payerId) }));
  for (const block of blocksOf(charges)) await tx.insert(charge).values(block);
  if (!order.tells) return row;
  const told = await notifyOfLevy(tx, row);
  await tx.update(levy).set({ told }).where(eq(levy.id, row.id));
  return { ...row, told };
}

function chargeOf({ id, club, kind, dueOn, taxSphere }: LevyRow, line: PlannedLevy, period: string) {
  const { personId, label, cents, method } = line;
  return {
    id: randomUUID(),
    club,
    reference: nextReference(club),
    personId,
    source: kind,
    sourceId: id,
    period,
    label,
    cents,
    dueOn,
    method,
    state: 'open' as const,
    taxSphere,
    createdAt: now(),
  };
}

/** Cancels all charges of a locked levy; throws if one of them was already paid or changed. */
export async function undoLevy(tx: Transaction, row: LevyRow, reason: string): Promise<LevyRow> {
  if (row.state !== 'booked') throw new Problem('wrong-state');
  const of = and(eq(charge.sourceId, row.id), eq(charge.source, row.kind));
  const charges = await tx
    .select({ state: charge.state, settledCents: charge.settledCents, payerId: charge.payerId })
    .from(charge)
    .where(of)
    .for('update');
  const touched = charges.filter(({ state, settledCents }) => !chargeSets.untouched.includes(state) || settledCents !== 0).length;
  if (touched > 0)
    throw fieldProblem(
      'reason',
      `${touched} von ${charges.length} Forderungen sind schon bezahlt, erlassen oder im Einzug. Es bleibt dabei.`,
    );
  await tx
    .update(charge)
    .set({ state: 'cancelled', reason: `Zurückgenommen: ${reason}`, version: sql`${charge.version} + 1` })
    .where(and(of, eq(charge.state, 'open')));
  if (row.told > 0) await notifyOfUndoing(tx, row, new Set(charges.map(({ payerId }) => payerId)));
  const [undone] = await tx
    .update(levy)
    .set({ state: 'undone', reason, version: row.version + 1 })
    .where(eq(levy.id, row.id))
    .returning();
  if (!undone) throw new Problem('not-found');
  return undone;
}

/** The levies of a club, newest first. */
export async function listLevies(tx: Transaction, club: ClubName, { limit, cursor }: PageAsked) {
  const found = await leviesWhere(tx, and(eq(levy.club, club), earlierThan(levy.createdAt, levy.id, cursor))).limit(limit + 1);
  const { page, next } = pageByTime(found, 'createdAt', limit);
  return { rows: page.map(toLevy), next };
}

/** One levy as shown to the board. */
export async function readLevy(tx: Transaction, id: string): Promise<Levy> {
  const [row] = await leviesWhere(tx, eq(levy.id, id));
  if (!row) throw new Problem('not-found');
  return toLevy(row);
}

function leviesWhere(tx: Transaction, where: SQL | undefined) {
  const { club: _club, taxSphere: _sphere, createdById: _by, ...columns } = getColumns(levy);
  return tx
    .select({
      ...columns,
      letters: countOfLetters(sql`c.source_id = ${levy}.id and c.source = ${levy}.kind`),
    })
    .from(levy)
    .where(where)
    .orderBy(desc(levy.createdAt), desc(levy.id))
    .$dynamic();
}

function toLevy(row: Awaited<ReturnType<typeof leviesWhere>>[number]): Levy {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
