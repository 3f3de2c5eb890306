import { and, eq, gt, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { member } from '../members/table.ts';
import { personAccess } from './table.ts';

/** How many days before an 18th birthday the family and the board are notified. */
const birthdayDays = 60;

/** The condition of the dashboard's count: the accesses of a club that wait for the board, or that a birthday ends. */
export const openAccessTasks = {
  toDecide: (club: ClubName): SQL => sql`from ${personAccess} where ${personAccess.club} = ${club} and ${personAccess.endedAt} is null
    and (${personAccess.suspendedAt} is not null or ${isClaimOnMember()})`,
  ofAge: (club: ClubName): SQL =>
    sql`from ${personAccess} where ${personAccess.club} = ${club} and ${personAccess.endedAt} is null and ${personAccess.suspendedAt} is null and ${endsSoon()}`,
};

/** An unconfirmed access to a person who became a member since: it shows nothing of the membership until the board decides. */
export function isClaimOnMember(): SQL {
  return sql`(${personAccess.verifiedAt} is null and exists (select 1 from ${member} where ${member.personId} = ${personAccess.personId}))`;
}

/** Accesses of guardians that an 18th birthday ends within the next weeks. */
export function endsSoon(): SQL | undefined {
  return and(
    eq(personAccess.relation, 'guardian'),
    isNotNull(personAccess.verifiedAt),
    gt(personAccess.comesOfAge, today()),
    lte(personAccess.comesOfAge, addDays(today(), birthdayDays)),
  );
}
