import { and, eq, gt, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { member } from '../members/table.ts';
import { personAccess } from './table.ts';

/** The number of days before an 18th birthday at which the family and the board are notified. */
const birthdayDays = 60;

/** The conditions of the dashboard's count: accesses of a club that require a decision, or end at a birthday. */
export const openAccessTasks = {
  toDecide: (club: ClubName): SQL => sql`from ${personAccess} where ${personAccess.club} = ${club} and ${personAccess.endedAt} is null
    and (${personAccess.suspendedAt} is not null or ${isClaimOnMember()})`,
  ofAge: (club: ClubName): SQL =>
    sql`from ${personAccess} where ${personAccess.club} = ${club} and ${personAccess.endedAt} is null and ${personAccess.suspendedAt} is null and ${endsSoon()}`,
};

/** In SQL: an unconfirmed access to a person who has become a member; it shows nothing of the membership until the board decides. */
export function isClaimOnMember(): SQL {
  return sql`(${personAccess.verifiedAt} is null and exists (select 1 from ${member} where ${member.personId} = ${personAccess.personId}))`;
}

/** In SQL: accesses of guardians that end at an 18th birthday within the next weeks. */
export function endsSoon(): SQL | undefined {
  return and(
    eq(personAccess.relation, 'guardian'),
    isNotNull(personAccess.verifiedAt),
    gt(personAccess.comesOfAge, today()),
    lte(personAccess.comesOfAge, addDays(today(), birthdayDays)),
  );
}
