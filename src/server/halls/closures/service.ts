import { and, eq, gte, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pausedDays, publicHolidayRules, type DayRule, type HolidayMode } from '#shared/halls/holidays.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { calendarDayRule } from './table.ts';

export type { CalendarFollower, ChangedDays, DateChange, DateChanges } from './changes.ts';

/** The state and the town of the three clubs; rules of these scopes apply to all of them. */
export const home = { state: 'NW', town: 'Auenfeld' } as const;

/** Whose rules apply: the club's own, and those of a facility if one is given. */
export type Place = { club?: ClubName | undefined; facility?: string | undefined };

/**
 * The days from `from` to `to` on which a series does not take place, with the German reason for each ("Herbstferien", "Ostermontag",
 * "Hallenboden wird erneuert"). Courses, bookings and iCal all use it, so they never differ.
 */
export async function skipReasons(
  tx: Pick<Transaction, 'select'>,
  from: LocalDate,
  to: LocalDate,
  { mode, ...place }: Place & { mode: HolidayMode },
): Promise<Map<LocalDate, string>> {
  return pausedDays(await dayRules(tx, from, to, place), mode, from, to);
}

/** Every rule that affects these days, including the computed public holidays. */
export async function dayRules(
  tx: Pick<Transaction, 'select'>,
  from: LocalDate,
  to: LocalDate,
  { club, facility }: Place,
): Promise<DayRule[]> {
  const scopes = [
    and(eq(calendarDayRule.scope, 'state'), eq(calendarDayRule.scopeId, home.state)),
    and(eq(calendarDayRule.scope, 'town'), eq(calendarDayRule.scopeId, home.town)),
    club && and(eq(calendarDayRule.scope, 'club'), eq(calendarDayRule.scopeId, club)),
    facility && and(eq(calendarDayRule.scope, 'facility'), eq(calendarDayRule.scopeId, facility)),
  ].filter((scope) => scope !== undefined && scope !== '');
  const stored = await tx
    .select({
      kind: calendarDayRule.kind,
      name: calendarDayRule.name,
      startsOn: calendarDayRule.startsOn,
      endsOn: calendarDayRule.endsOn,
    })
    .from(calendarDayRule)
    .where(and(or(...scopes), lte(calendarDayRule.startsOn, to), gte(calendarDayRule.endsOn, from)))
    .orderBy(calendarDayRule.startsOn, sql`${calendarDayRule.id}`)
    .limit(2000);
  return [...publicHolidayRules(from, to), ...stored];
}

/** The rules of many facilities at once: the shared ones and each facility's own, by facility. */
export async function dayRulesByFacility(
  tx: Pick<Transaction, 'select'>,
  from: LocalDate,
  to: LocalDate,
  facilityIds: readonly string[],
): Promise<Map<string, DayRule[]>> {
  const shared = await dayRules(tx, from, to, {});
  const own =
    facilityIds.length === 0
      ? []
      : await tx
          .select()
          .from(calendarDayRule)
          .where(
            and(
              eq(calendarDayRule.scope, 'facility'),
              inArray(calendarDayRule.scopeId, [...facilityIds]),
              lte(calendarDayRule.startsOn, to),
              gte(calendarDayRule.endsOn, from),
            ),
          )
          .limit(5000);
  return new Map(facilityIds.map((id) => [id, [...shared, ...own.filter(({ scopeId }) => scopeId === id)]]));
}

/** Deletes all rules of town, clubs and halls; those of the state stay. */
export async function forgetOwnDays(tx: Transaction): Promise<void> {
  await tx.delete(calendarDayRule).where(ne(calendarDayRule.scope, 'state'));
}
