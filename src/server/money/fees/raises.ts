import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { FeeRuleForm } from '#shared/money/fees/fees.ts';
import { firstDayOf, lastDayOf, monthOf } from '#shared/money/fees/feeMonths.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { charge } from '../charges/table.ts';
import { computeFees, type Period } from './facts.ts';
import { feeRule } from './table.ts';

const reasonAtLeast = 3;

type RuleRow = typeof feeRule.$inferSelect;
type Retroaction = Pick<FeeRuleForm, 'isRetroactive' | 'retroactiveReason'>;

/**
 * Writes a rule; one that raises what is charged already is refused without a tick and a reason, which is kept with it. Fees are computed
 * before and after, so that also an end or another order of rules is noticed. Returns the raise in German, empty if there is none.
 */
export async function writeWithRaise(
  tx: Transaction,
  { club, validFrom }: Pick<RuleRow, 'club' | 'validFrom'>,
  { isRetroactive, retroactiveReason: reason }: Retroaction,
  write: () => Promise<RuleRow>,
): Promise<{ row: RuleRow; raised: string }> {
  const period = await chargedFrom(tx, club, validFrom);
  const before = period && (await higherOf(tx, club, period));
  const row = await write();
  if (!period || !before) return { row, raised: '' };
  const higher = [...(await higherOf(tx, club, period))].filter(([key, cents]) => cents > (before.get(key) ?? 0));
  if (higher.length === 0) return { row, raised: '' };
  const people = new Set(higher.map(([key]) => key.split(' ')[0])).size;
  const cents = higher.reduce((sum, [key, more]) => sum + more - (before.get(key) ?? 0), 0);
  const raised = `bei ${people === 1 ? 'einem Mitglied' : `${people.toLocaleString('de-DE')} Mitgliedern`} um zusammen ${euros(cents)}`;
  if (!isRetroactive)
    throw fieldProblem(
      'isRetroactive',
      `Das erhöht ${raised}, was schon gefordert ist. Rückwirkend geht das nur, wenn die Satzung es erlaubt; sonst beginnt die Regel mit dem nächsten Zeitraum.`,
    );
  if (reason.length < reasonAtLeast) throw fieldProblem('retroactiveReason', 'Bitte nennen Sie den Grund, zum Beispiel den Beschluss.');
  await tx.update(feeRule).set({ retroactiveReason: reason }).where(eq(feeRule.id, row.id));
  return { row: { ...row, retroactiveReason: reason }, raised: `, rückwirkend ${raised} (${reason})` };
}

/** The months from a day on for which fees are charged; undefined if none are. */
async function chargedFrom(tx: Transaction, club: ClubName, day: string): Promise<Period | undefined> {
  const [row] = await tx
    .select({
      from: sql<string | null>`min(lower(${charge.covers}))::text`,
      to: sql<string | null>`max(upper(${charge.covers}) - 1)::text`,
    })
    .from(charge)
    .where(
      and(eq(charge.club, club), isNotNull(charge.feeSlot), sql`${charge.state} <> 'cancelled' and upper(${charge.covers}) > ${day}::date`),
    );
  if (!row?.from || !row.to) return undefined;
  return { from: firstDayOf(monthOf(row.from)), to: lastDayOf(monthOf(row.to)) };
}

/** By person and slot, how much more than charged is owed. */
async function higherOf(tx: Transaction, club: ClubName, period: Period): Promise<Map<string, number>> {
  const { corrections } = await computeFees(tx, club, period);
  const higher = corrections.filter(({ cents }) => cents > 0);
  const bySlot = Map.groupBy(higher, ({ personId, slot }) => `${personId} ${slot}`);
  return new Map([...bySlot].map(([key, some]) => [key, sumOfCents(some)]));
}
