import { and, eq, gt, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#server/platform/process/clock.ts';
import { member } from '../members/table.ts';
import { personAccess } from './table.ts';

/** So many days before an 18th birthday the family and the board are told. */
const birthdayDays = 60;

/** What the dashboard counts: the accesses of a club that wait for the board's word, or that a birthday ends. */
export const openAccessTasks = {
  toDecide: (club: ClubName): SQL => sql`from ${personAccess} where ${personAccess.club} = ${club} and ${personAccess.endedAt} is null
    and (${personAccess.suspendedAt} is not null or ${isClaimOnMember()})`,
  ofAge: (club: ClubName): SQL =>
    sql`from ${personAccess} where ${personAccess.club} = ${club} and ${personAccess.endedAt} is null and ${personAccess.suspendedAt} is null and ${endsSoon()}`,
};

/** What an account says of itself about somebody who became a member since: it sees nothing of that until the board decides. */
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
