import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sumOfCents } from '#shared/kernel/money.ts';
import { chargeSets, chargeStateNames } from '#shared/money/chargeWords.ts';
import type { FeeUndoing } from '#shared/money/fees/fees.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { offOf } from '../charges/payerLines.ts';
import { moveCharges } from '../charges/move.ts';
import { charge } from '../charges/table.ts';
import { payer } from '../payers/view.ts';
import { notifyOfUndoing } from './notices.ts';
import { reverseSetOff } from './settingOff.ts';
import { feeRun, type FeeRunRow } from './table.ts';

/** How many of the charges that stay are named. */
const namedAtMost = 50;

type Row = Awaited<ReturnType<typeof chargesOf>>[number];

/** What undoing a run would cancel, and which charges would stay since something happened to them or to another one of their payer. */
export async function undoingOf(tx: Transaction, run: FeeRunRow): Promise<FeeUndoing> {
  const { going, staying } = parted(await chargesOf(tx, run));
  const named = staying.slice(0, namedAtMost).map((row) => {
    const { reference, payerName: name, label, cents } = row;
    return { reference, name, label, cents, why: whyTouched(row) ?? 'gehört zu derselben Mitteilung' };
  });
  return { charges: going.length, cents: sumOfCents(going), staying: staying.length, stayingCents: sumOfCents(staying), named };
}

/**
 * Undoes a locked run: its charges are cancelled, those that it replaced apply again, and the months can be charged again. Charges to which
 * something happened prevent it, or stay together with the others of their payer, who got one notice about all of them.
 */
export async function undoRun(
  tx: Transaction,
  run: FeeRunRow,
  { reason, onlyUntouched }: { reason: string; onlyUntouched: boolean },
  by: string,
): Promise<FeeRunRow> {
  if (run.state !== 'booked') throw new Problem('wrong-state');
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fees:${run.club}`}, 0))`);
  const rows = await chargesOf(tx, run, true);
  const { going, staying } = parted(rows);
  if ((going.length === 0 && rows.length > 0) || (staying.length > 0 && !onlyUntouched)) throw fieldProblem('reason', refusalOf(rows));
  const ids = going.map(({ id }) => id);
  await reverseSetOff(tx, ids, by);
  await moveCharges(tx, ids, { state: 'cancelled', reason: `Lauf rückgängig: ${reason}` });
  const held = await restoreReplaced(tx, run);
  const again = new Set(held.map(({ payerId }) => payerId));
  if (run.told > 0) await notifyOfUndoing(tx, run, new Set([...going.map(({ payerId }) => payerId), ...again]), again);
  const [undone] = await tx
    .update(feeRun)
    .set({ state: staying.length > 0 ? 'booked' : 'undone', reason, version: run.version + 1 })
    .where(eq(feeRun.id, run.id))
    .returning();
  if (!undone) throw new Problem('not-found');
  return undone;
}

/** The charges of a run that are not cancelled already. */
async function chargesOf(tx: Transaction, run: FeeRunRow, isLocked = false) {
  const query = tx
    .select({
      id: charge.id,
      payerId: charge.payerId,
      payerName: payer.name,
      reference: charge.reference,
      label: charge.label,
      cents: charge.cents,
      state: charge.state,
      settledCents: charge.settledCents,
      waivedCents: charge.waivedCents,
      offCents: offOf(sql`${charge}`),
      dunningLevel: charge.dunningLevel,
      deferredUntil: charge.deferredUntil,
    })
    .from(charge)
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .where(and(eq(charge.feeRunId, run.id), sql`${charge.state} <> 'cancelled'`))
    .orderBy(asc(charge.reference))
    .$dynamic();
  return isLocked ? query.for('update', { of: charge }) : query;
}

function parted(rows: readonly Row[]): { going: Row[]; staying: Row[] } {
  const touched = new Set(rows.filter((row) => whyTouched(row) !== null).map(({ payerId }) => payerId));
  return { going: rows.filter(({ payerId }) => !touched.has(payerId)), staying: rows.filter(({ payerId }) => touched.has(payerId)) };
}

/** What happened to a charge since it was booked, in words; null if nothing did. Undoing reverses what the run itself set off. */
function whyTouched({ cents, state, settledCents, waivedCents, offCents, dunningLevel, deferredUntil }: Row): string | null {
  const settled = settledCents + offCents;
  if (state === 'open' && settled !== 0) return waivedCents === settled ? 'zum Teil erlassen' : 'zum Teil bezahlt';
  if (state === 'paid' && settled === 0) return null;
  if (state === 'in_collection' && cents < 0) return 'in Auszahlung';
  if (!chargeSets.untouched.includes(state)) return chargeStateNames[state];
  if (deferredUntil !== null) return 'gestundet';
  return dunningLevel === null ? null : 'angemahnt';
}

function refusalOf(rows: readonly Row[]): string {
  const touched = rows.filter((row) => whyTouched(row) !== null).length;
  return `Mit ${touched} von ${rows.length} Forderungen ist seither etwas geschehen: bezahlt, erlassen, gestundet, gemahnt oder im Einzug. Der Lauf bleibt.`;
}

/** Lets the charges that a run replaced apply again, unless one of the run still covers their months. */
function restoreReplaced(tx: Transaction, run: FeeRunRow) {
  const other = alias(charge, 'other');
  const covering = tx
    .select({ id: other.id })
    .from(other)
    .where(
      sql`${other.feeRunId} = ${run.id} and ${other.state} <> 'cancelled' and ${other.personId} = ${charge.personId}
        and ${other.feeSlot} = ${charge.feeSlot} and ${other.covers} && ${charge.covers}`,
    );
  return tx
    .update(charge)
    .set({ state: 'open', reason: '', replacedByRunId: null, version: sql`${charge.version} + 1` })
    .where(and(eq(charge.replacedByRunId, run.id), eq(charge.state, 'cancelled'), notExists(covering)))
    .returning({ payerId: charge.payerId });
}
