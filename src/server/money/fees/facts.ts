import { and, asc, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { createHash } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { pricedRule } from '#shared/money/fees/feeOrder.ts';
import { feeLines } from '#shared/money/fees/feeRules.ts';
import type { ChargedFee, FeeCorrection, FeeLine } from '#shared/money/fees/feeTypes.ts';
import { readParameter } from '#server/club/config/service.ts';
import { feeMembers } from '#server/people/members/service.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf, oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { agreedFees } from './agreed.ts';
import { familiesIn, gonePayers } from './families.ts';
import { feeRule } from './table.ts';

type Row = typeof feeRule.$inferSelect;
export type Period = { from: string; to: string };

/** Lines, differences from earlier charges, and members without a matching rule. */
export type Computed = ReturnType<typeof feeLines>;

/** The fees by the rules of a club for some months, for all or for some persons. The transaction must be in the scope of the club. */
export async function computeFees(tx: Transaction, club: ClubName, { from, to }: Period, personIds?: readonly string[]): Promise<Computed> {
  const rules = await rulesOf(tx, club);
  const { members, families } = await feeFacts(tx, club, { from, to }, personIds);
  const charged = await chargedFees(tx, club, { from, to }, personIds && members.map(({ personId }) => personId));
  const yearStart = await readParameter(tx, `fees.${club}.yearStart`);
  return feeLines({ from, to, yearStart, rules: rules.map(pricedRule), members, families, charged });
}

/** The members between two days with all facts that their fees depend on, and their families, whose payer pays for each member. */
export async function feeFacts(tx: Transaction, club: ClubName, { from, to }: Period, personIds?: readonly string[]) {
  const { families, familiesOf, relatedTo } = await familiesIn(tx, club, { from, to });
  const found = await feeMembers(tx, club, { from, to, personIds: personIds && (await relatedTo(personIds)) });
  const agreed = await agreedFees(tx, club, { from, to });
  const gone = await gonePayers(
    tx,
    club,
    families.map(({ payerPersonId }) => payerPersonId),
    goneFrom({ from }),
  );
  const payers = new Map(families.map(({ id, payerPersonId }) => [id, payerPersonId]));
  const members = found.map((member) => {
    const stays = familiesOf(member.memberId);
    const payerPersonId = payers.get(stays[0]?.familyId ?? '') ?? member.payerPersonId;
    return { ...member, ...agreed(member.memberId), families: stays, payerPersonId };
  });
  return { members, families: families.map((one) => ({ ...one, gone: gone.get(one.payerPersonId) })) };
}

/** The day on which a payer must still be there: the first of the run, at the earliest today. */
export function goneFrom({ from }: Pick<Period, 'from'>): string {
  return from > today() ? from : today();
}

/** The rules in the order in which they are tried. */
export function rulesOf(tx: Transaction, club: ClubName): Promise<Row[]> {
  return tx.select().from(feeRule).where(eq(feeRule.club, club)).orderBy(asc(feeRule.position), asc(feeRule.name), asc(feeRule.id));
}

/** The lines that a run books: those of months not charged yet, with an amount. */
export function bookable(lines: readonly FeeLine[]): FeeLine[] {
  return lines.filter(({ change, cents }) => change === 'new' && cents > 0);
}

/** The differences that a run settles. */
export function correctable(corrections: readonly FeeCorrection[]): FeeCorrection[] {
  return corrections.filter(({ kind }) => kind !== 'wait');
}

/** The key of a preview line. */
export function keyOf({ personId, slot, from }: Pick<FeeLine, 'personId' | 'slot' | 'from'>): string {
  return `${personId} ${slot} ${from}`;
}

/** A hash that changes with anything to be booked, and with the open amounts of the charges that a difference is settled against. */
export function hashOf({ lines, corrections }: Pick<Computed, 'lines' | 'corrections'>): string {
  const hash = createHash('sha256');
  const texts = bookable(lines).map(({ personId, payerId, slot, ruleId, from, to, cents }) =>
    [personId, payerId, slot, ruleId, from, to, cents].join(' '),
  );
  const others = correctable(corrections).map(({ kind, lines: now, charged, cents }) =>
    [
      kind,
      cents,
      ...now.map((line) => `${keyOf(line)} ${line.cents}`),
      ...charged.map(({ id, openCents }) => `${id} ${openCents}`).toSorted(),
    ].join(' '),
  );
  for (const text of [...texts, ...others].toSorted()) hash.update(`${text}\n`);
  return hash.digest('base64url');
}

async function chargedFees(tx: Transaction, club: ClubName, { from, to }: Period, personIds?: readonly string[]): Promise<ChargedFee[]> {
  const isUntouched = sql`${charge.state} = 'open' and ${charge.settledCents} = 0`;
  const part = alias(charge, 'part');
  const ofParts = (what: SQL) => sql`(select ${what} from ${charge} part where ${part.splitOf} = ${charge.id})`;
  const isHeld = sql`${part.state} = 'in_collection' or ${part.state} <> 'cancelled' and ${part.payerId} <> ${charge.payerId}`;
  const rest = sql`sum(${part.cents} - ${part.settledCents}) filter (where ${part.state} in ${oneOf(chargeSets.due)})`;
  const isSplit = sql<boolean>`(${charge.state} = 'split')`;
  return tx
    .select({
      id: charge.id,
      slot: sql<string>`${charge.feeSlot}`,
      personId: person.id,
      payerId: charge.payerId,
      name: listedNameOf(person),
      label: charge.label,
      from: sql<string>`lower(${charge.covers})::text`,
      to: sql<string>`(upper(${charge.covers}) - 1)::text`,
      cents: charge.cents,
      refundOf: charge.refundOf,
      state: sql<
        ChargedFee['state']
      >`case when ${charge.state} = 'in_collection' or (${isSplit} and ${ofParts(sql`bool_or(${isHeld})`)}) then 'pending'
        when ${isUntouched} then 'open' else 'settled' end`,
      openCents: sql<number>`case when ${isSplit} then coalesce(${ofParts(rest)}, 0)::int
        when ${charge.refundOf} is null and ${charge.state} in ${oneOf(chargeSets.due)} then ${charge.cents} - ${charge.settledCents}
        else 0 end`,
      waivedCents: sql<number>`${charge.waivedCents} + case when ${isSplit} then coalesce(${ofParts(sql`sum(${part.waivedCents}) filter (where ${part.state} <> 'cancelled')`)}, 0)::int else 0 end`,
      isSplit,
    })
    .from(charge)
    .innerJoin(person, eq(person.id, charge.personId))
    .where(
      and(
        eq(charge.club, club),
        isNotNull(charge.feeSlot),
        personIds && inArray(charge.personId, [...personIds]),
        sql`${charge.state} <> 'cancelled'`,
        // A fee year that begins before the run may extend into it.
        sql`${charge.covers} && daterange((${from}::date - interval '1 year')::date, (${to}::date + interval '1 year')::date)`,
      ),
    )
    .orderBy(asc(charge.createdAt), asc(charge.id));
}
