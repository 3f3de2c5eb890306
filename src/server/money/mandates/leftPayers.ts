import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { LeftPayer } from '#shared/money/payerLists.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { isMemberOn, leftOn, payingMembers } from '#server/people/members/service.ts';
import { member } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import { fullNameOf, listedNameOf, oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { feeFamily, feeFamilyMember } from '../fees/table.ts';
import { isKept } from '../fees/families.ts';
import { sepaMandate } from './table.ts';

/** The payers who have left a club while they pay for somebody else, unless they keep paying, in SQL: one row each of (payer_id). */
export function leftPayers(club: ClubName): SQL {
  return sql`select distinct payer_id from (${paidByLeft(club)}) paid_by_left where not is_kept`;
}

/**
 * For whom payers who have left still pay, as rows of (payer_id, left_on, is_kept, person_id, member_id, cents): today's members whose fee, family or
 * mandate names them, and others whose charges they owe. What they owe for themselves is no reason to look for another payer.
 */
function paidByLeft(club: ClubName): SQL {
  const day = today();
  const isOwed = sql`${charge.state} in ${oneOf(chargeSets.owed)} and ${charge.cents} > 0`;
  return sql`
    select paid.payer_id, left_payer.left_on, ${isKept(sql`paid.payer_id`, sql`left_payer.left_on`)} as is_kept, paid.person_id, max(paid.member_id::text)::uuid as member_id, sum(paid.cents)::int as cents
    from (
      select payer_id, person_id, member_id, 0 as cents from (${payingMembers(club, day)}) fees
      union all
      select ${feeFamily.payerPersonId}, ${member.personId}, ${member.id}, 0 from ${feeFamily}
        join ${feeFamilyMember} on ${feeFamilyMember.familyId} = ${feeFamily.id}
        join ${member} on ${member.id} = ${feeFamilyMember.memberId}
        where ${feeFamily.club} = ${club} and ${feeFamilyMember.from} <= ${day} and coalesce(${feeFamilyMember.to} >= ${day}, true)
          and ${isMemberOn(day)}
      union all
      select ${sepaMandate.payerPersonId}, ${member.personId}, ${member.id}, 0 from ${sepaMandate}
        join ${member} on ${member.personId} = ${sepaMandate.forPersonId} and ${member.club} = ${sepaMandate.club}
        where ${sepaMandate.club} = ${club} and ${sepaMandate.state} in ${oneOf(mandateSets.present)} and ${isMemberOn(day)}
      union all
      select ${charge.payerPersonId}, ${charge.personId}, null, ${charge.cents} - ${charge.settledCents} from ${charge}
        where ${charge.club} = ${club} and ${isOwed}
    ) paid
    cross join lateral (
      select coalesce(p.died_on, ${leftOn(sql`p.id`, club, day)}) as left_on from ${person} p where p.id = paid.payer_id) left_payer
    where paid.payer_id <> paid.person_id and left_payer.left_on is not null
    group by paid.payer_id, left_payer.left_on, paid.person_id`;
}

const payer = alias(person, 'payer');
const whom = alias(person, 'whom');

/** These payers and those who keep paying, with whom they pay for and what is open for those, by name; those who keep paying last. */
export async function listLeftPayers(tx: Transaction, club: ClubName, search: string): Promise<LeftPayer[]> {
  const rows = await tx
    .select({
      payerId: payer.id,
      name: listedNameOf(payer),
      leftOn: sql<string>`paid.left_on::text`,
      isKept: sql<boolean>`paid.is_kept`,
      hasDied: sql<boolean>`(${payer.diedOn} is not null)`,
      whom: fullNameOf(whom),
      memberId: sql<string | null>`paid.member_id`,
      cents: sql<number>`paid.cents`,
    })
    .from(sql`(${paidByLeft(club)}) paid`)
    .innerJoin(payer, eq(payer.id, sql`paid.payer_id`))
    .innerJoin(whom, eq(whom.id, sql`paid.person_id`))
    .orderBy(
      asc(sql`paid.is_kept`),
      asc(payer.lastname),
      asc(payer.firstname),
      asc(payer.id),
      asc(whom.lastname),
      asc(whom.firstname),
      asc(whom.id),
    );
  const wanted = search.toLowerCase();
  return [...Map.groupBy(rows, ({ payerId }) => payerId)].flatMap(([payerId, [first, ...others]]) => {
    if (!first?.name.toLowerCase().includes(wanted)) return [];
    const paysFor = [first, ...others].map((one) => ({ name: one.whom, memberId: one.memberId, openCents: one.cents }));
    return [{ payerId, name: first.name, leftOn: first.leftOn, hasDied: first.hasDied, isKept: first.isKept, paysFor }];
  });
}
