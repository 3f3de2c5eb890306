import { and, asc, eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeLines } from '#shared/money/fees/feeRules.ts';
import type { ChargedFee, FeeFault, FeeLine, FeeRule } from '#shared/money/fees/feeTypes.ts';
import { feeMembers } from '#server/people/members/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge } from '../charges/table.ts';
import { agreedFees } from './agreed.ts';
import { familiesIn } from './families.ts';
import { feeRule } from './table.ts';

type Row = typeof feeRule.$inferSelect;
export type Period = { from: string; to: string };

/** What the rules of a club ask for in some months, of all or of some people. The transaction must be in the scope of the club. */
export async function computeFees(
  tx: Transaction,
  club: ClubName,
  { from, to }: Period,
  personIds?: readonly string[],
): Promise<{ lines: FeeLine[]; faults: FeeFault[] }> {
  const rules = await rulesOf(tx, club);
  const { families, familiesOf, relatedTo } = await familiesIn(tx, club, { from, to });
  const found = await feeMembers(tx, club, { from, to, personIds: personIds && (await relatedTo(personIds)) });
  const agreed = await agreedFees(tx, club, { from, to });
  const payers = new Map(families.map(({ id, payerPersonId }) => [id, payerPersonId]));
  const members = found.map((member) => {
    const stays = familiesOf(member.memberId);
    // Who pays for the family pays for each of it.
    const payerPersonId = payers.get(stays[0]?.familyId ?? '') ?? member.payerPersonId;
    return { ...member, ...agreed(member.memberId), families: stays, payerPersonId };
  });
  const charged = await chargedFees(tx, club, { from, to });
  return feeLines({ from, to, yearStart: 1, rules: rules.map(toRule), members, families, charged });
}

/** The rules in the order in which they are tried. */
export function rulesOf(tx: Transaction, club: ClubName): Promise<Row[]> {
  return tx.select().from(feeRule).where(eq(feeRule.club, club)).orderBy(asc(feeRule.position), asc(feeRule.name), asc(feeRule.id));
}

/** The lines that a run books: those of months that were not charged, and that cost something. */
export function bookable(lines: readonly FeeLine[]): FeeLine[] {
  return lines.filter(({ change, cents }) => change === 'new' && cents > 0);
}

/** Changes with any line that would be booked. */
export function hashOf(lines: readonly FeeLine[]): string {
  const hash = createHash('sha256');
  const texts = lines.map(({ personId, payerPersonId, slot, ruleId, from, to, cents }) =>
    [personId, payerPersonId, slot, ruleId, from, to, cents].join(' '),
  );
  for (const text of texts.toSorted()) hash.update(`${text}\n`);
  return hash.digest('base64url');
}

async function chargedFees(tx: Transaction, club: ClubName, { from, to }: Period): Promise<ChargedFee[]> {
  return tx
    .select({
      slot: sql<string>`${charge.feeSlot}`,
      personId: charge.personId,
      from: sql<string>`lower(${charge.covers})::text`,
      to: sql<string>`(upper(${charge.covers}) - 1)::text`,
      cents: charge.cents,
    })
    .from(charge)
    .where(
      and(
        eq(charge.club, club),
        eq(charge.source, 'membership'),
        sql`${charge.state} <> 'cancelled'`,
        // A year that begins before the run may reach into it.
        sql`${charge.covers} && daterange((${from}::date - interval '1 year')::date, (${to}::date + interval '1 year')::date)`,
      ),
    );
}

function toRule({ cents, layer, rhythm, ...row }: Row): FeeRule {
  const isEntry = layer === 'entry';
  return {
    ...row,
    layer,
    rhythm,
    prices: isEntry ? {} : { [rhythm]: cents },
    onceCents: isEntry ? cents : null,
  };
}
