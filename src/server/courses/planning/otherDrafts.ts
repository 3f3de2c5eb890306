import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { course, courseSession } from '../offers/table.ts';
import type { PlannedDate } from './dates.ts';

const namedAtMost = 10;

/** Another draft that wants a hall at the same time. */
type OtherDraft = { id: string; title: string; dates: number; firstOn: string };

/**
 * The club's other drafts that plan the same units of a hall at an overlapping time. A draft has no bookings, so the check for free halls
 * does not see them; whichever is published first gets the hall.
 */
export async function otherDrafts(
  tx: Transaction,
  club: ClubName,
  dates: readonly PlannedDate[],
  except: string | undefined,
): Promise<OtherDraft[]> {
  const wanted = dates
    .filter(({ slot, startsAt }) => slot.facilityId !== null && slot.unitIds.length > 0 && startsAt > now())
    .map(({ slot, startsAt, endsAt }) => ({ units: slot.unitIds, from: startsAt, to: endsAt }));
  if (wanted.length === 0) return [];
  const { rows } = await tx.execute<OtherDraft>(sql`
    select ${course.id} as id, ${course.title} as title, count(distinct ${courseSession.id})::int as dates,
      min(${courseSession.localDate})::text as "firstOn"
    from ${course} join ${courseSession} on ${courseSession.courseId} = ${course.id}
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(units uuid[], "from" timestamptz, "to" timestamptz)
      on ${courseSession.startsAt} < wanted."to" and ${courseSession.endsAt} > wanted."from" and ${courseSession.unitIds} && wanted.units
    where ${course.club} = ${club} and ${course.status} = 'draft' and not ${course.isTemplate}
      and ${courseSession.state} in ${oneOf(sessionSets.coming)} and ${course.id} is distinct from ${except ?? null}::uuid
    group by ${course.id}, ${course.title}
    order by min(${courseSession.startsAt}), ${course.title}
    limit ${namedAtMost}`);
  return rows;
}
