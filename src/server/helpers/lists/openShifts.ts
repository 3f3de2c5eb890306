import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OpenShift } from '#shared/helpers/helperListShapes.ts';
import { assignmentSets, helperListSets } from '#shared/helpers/helperListWords.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { assignment, helperList, shift } from './table.ts';

const taken = sql<number>`(select count(*)::int from ${assignment}
  where ${assignment.shiftId} = ${shift.id} and ${assignment.state} in ${oneOf(assignmentSets.filling)})`;

/** SQL condition for a shift within the next 14 days that lacks helpers; for `shift` joined with `helper_list`. */
export function isOpenShift(club: ClubName): SQL {
  return sql`${helperList.club} = ${club} and ${helperList.state} in ${oneOf(helperListSets.running)}
    and ${shift.startsAt} between ${now()} and ${now()}::timestamptz + interval '14 days' and ${shift.needed} > ${taken}`;
}

/** The shifts of a club that start soon and lack helpers, the next first. */
export async function openShifts(tx: Transaction, club: ClubName): Promise<OpenShift[]> {
  const rows = await tx
    .select({ shift, listId: helperList.id, listTitle: helperList.title, taken })
    .from(shift)
    .innerJoin(helperList, eq(helperList.id, shift.helperListId))
    .where(isOpenShift(club))
    .orderBy(asc(shift.startsAt), asc(shift.id))
    .limit(500);
  return rows.map(({ shift: { id, task, area, place, startsAt, endsAt, needed }, ...list }) => ({
    id,
    task,
    area,
    place,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    needed,
    ...list,
  }));
}
