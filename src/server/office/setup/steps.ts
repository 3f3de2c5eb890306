import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { SetupStepName } from '#shared/office/setup.ts';
import { applicationTexts } from '#shared/people/applicationTexts.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { configParameter } from '#server/club/config/table.ts';
import { department } from '#server/club/departments/table.ts';
import { page } from '#server/content/pages/table.ts';
import { course } from '#server/courses/offers/table.ts';
import { calendarDayRule } from '#server/halls/closures/table.ts';
import { facility, facilityOpening } from '#server/halls/facilities/table.ts';
import { member } from '#server/people/members/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { today } from '#server/platform/process/clock.ts';

/** The condition under which each step is done, in SQL; all are evaluated in one statement. */
export const stepDone: { readonly [name in SetupStepName]: (club: ClubName) => SQL } = {
  legal: (club) => sql`(select count(*) = 2 from ${page}
    where ${page.club} = ${club} and ${page.state} = 'published' and ${page.legalKind} in ('imprint', 'privacy'))`,

  // Holidays of the state, the town or the club: each of them suspends the club's dates.
  holidays: (club) => sql`exists (select 1 from ${calendarDayRule}
    where ${calendarDayRule.kind} = 'school_holiday' and ${calendarDayRule.endsOn} >= ${today()}::date
      and (${calendarDayRule.scope} <> 'club' or ${calendarDayRule.scopeId} = ${club}))`,

  departments: (club) => sql`exists (select 1 from ${department} where ${department.club} = ${club} and ${department.endedOn} is null)`,

  // A club without its own halls uses those of the town.
  halls: (club) => sql`exists (select 1 from ${facilityOpening} join ${facility} on ${facility.id} = ${facilityOpening.facilityId}
    where ${facility.isActive} and (${facility.managerClub} = ${club} or ${facility.ownerKind} = 'town'))`,

  bank: (club) => sql`exists (select 1 from ${clubAccount}
    where ${clubAccount.club} = ${club} and ${clubAccount.isCollect} and ${clubAccount.iban} <> '')`,

  mail: () => sql`exists (select 1 from ${outboxMail} where ${outboxMail.state} = 'sent')`,

  people: (club) => sql`(select count(*) >= 2 from ${appUser}
    where ${appUser.club} = ${club} and ${appUser.role} <> 'reader' and ${appUser.disabledAt} is null)`,

  members: (club) => sql`exists (select 1 from ${member} where ${member.club} = ${club})`,

  applications: (club) => sql`exists (select 1 from ${configParameter}
    where ${configParameter.name} = ${`members.${club}.applications`} and ${configParameter.value} = 'true'::jsonb)
    and (select count(*) = 3 from ${page}
    where ${page.club} = ${club} and ${page.state} = 'published' and ${page.legalKind} in ${oneOf(applicationTexts)})`,

  offer: (club) => sql`exists (select 1 from ${course}
    where ${course.club} = ${club} and ${course.status} in ${oneOf(courseSets.running)})`,
};
