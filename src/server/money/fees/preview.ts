import { and, eq, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { reductionOf } from '#shared/money/fees/feeChanges.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isUnmailed } from '../charges/letters.ts';
import { sepaMandate } from '../mandates/table.ts';
import { payer } from '../payers/view.ts';
import { bookable, computeFees, correctable, goneFrom, hashOf, keyOf, type Period } from './facts.ts';
import { methods } from './methods.ts';
import { withFamilies } from './proposals.ts';
import { previewFilter, rankOf, type PreviewFilter } from './shown.ts';

const linesAtMost = 300;
const wholeAtMost = 5000;
const faultsAtMost = 200;
const namesAtMost = 20;

/** The preview of a run over some months, with the charges that it is compared with. */
export async function previewOf(tx: Transaction, club: ClubName, period: Period, filter: PreviewFilter): Promise<FeePreview> {
  const computed = await computeFees(tx, club, period);
  const { lines, corrections, faults } = computed;
  const methodOf = await methods(tx, club);
  const fresh = bookable(lines);
  const corrected = correctable(corrections);
  const payerIds = [...fresh, ...corrected.flatMap((one) => one.lines)].map(({ payerId }) => payerId);
  const lowered = new Map(corrections.flatMap((one) => one.lines.slice(0, 1).map((line) => [keyOf(line), reductionOf(one)] as const)));
  const { isShown, isFound } = await previewFilter(tx, club, period, filter, methodOf);
  const found = lines.filter(isShown);
  const shownFaults = await withFamilies(tx, faults, goneFrom(period));
  return {
    hash: hashOf(computed),
    newLines: fresh.length,
    newCents: sumOfCents(fresh),
    people: new Set(fresh.map(({ personId }) => personId)).size,
    payers: new Set(fresh.map(({ payerId }) => payerId)).size,
    debitCents: sumOfCents(fresh.filter((line) => methodOf(line) === 'sepa')),
    unfinished: await withUnfinishedMandate(
      tx,
      club,
      fresh.filter((line) => methodOf(line) === 'transfer').map(({ payerId }) => payerId),
    ),
    ...severalParts(fresh),
    same: lines.filter(({ change }) => change === 'same').length,
    corrections: corrected.length,
    correctionCents: sumOfCents(corrected),
    toCheck: corrections.length - corrected.length,
    letters: await withoutAddress(tx, payerIds),
    found: found.length,
    lines: found
      .toSorted((one, other) => rankOf(one) - rankOf(other) || compareNames(one.name, other.name))
      .slice(0, filter.isWhole ? wholeAtMost : linesAtMost)
      .map(({ payerId: _payer, ruleId: _rule, ...line }) => ({
        ...line,
        key: keyOf(line),
        lowered: lowered.get(keyOf(line)) ?? null,
      })),
    faults: shownFaults.slice(0, faultsAtMost),
    faultCount: faults.length,
    faultsFound: shownFaults.filter(isFound).slice(0, linesAtMost),
  };
}

/** The number of members who pay by the quarter or month and owe several instalments, and when their later ones begin. */
function severalParts(lines: readonly { personId: string; slot: string; from: string }[]): Pick<FeePreview, 'several' | 'parts'> {
  const bySlot = Map.groupBy(lines, ({ personId, slot }) => `${personId} ${slot}`);
  const found = [...bySlot.values()].filter(({ length }) => length > 1).map((some) => some.toSorted((a, b) => (a.from < b.from ? -1 : 1)));
  const later = found.flatMap((some) => some.slice(1).map(({ from }) => from));
  return { several: new Set(found.map(([line]) => line?.personId)).size, parts: [...new Set(later)].toSorted() };
}

/** The number of payers with a mandate that could be collected from if it were complete and not paused. */
async function withUnfinishedMandate(tx: Transaction, club: ClubName, payerIds: readonly string[]): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(distinct ${sepaMandate.payerPersonId})::int` })
    .from(sepaMandate)
    .where(
      and(
        eq(sepaMandate.club, club),
        sql`(${sepaMandate.state} = 'incomplete' or (${sepaMandate.state} = 'active' and ${sepaMandate.isPaused}))`,
        isAmong(sepaMandate.payerPersonId, new Set(payerIds)),
      ),
    );
  return row?.count ?? 0;
}

async function withoutAddress(tx: Transaction, payerIds: readonly string[]): Promise<FeePreview['letters']> {
  const rows = await tx
    .select({ name: payer.name })
    .from(payer)
    .where(sql`${isAmong(payer.id, new Set(payerIds))} and ${isUnmailed(sql`${payer}`)}`)
    .orderBy(payer.lastname, payer.firstname, payer.id);
  return { count: rows.length, names: rows.slice(0, namesAtMost).map(({ name }) => name) };
}
