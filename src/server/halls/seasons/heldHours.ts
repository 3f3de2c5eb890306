import { and, asc, gte, inArray, isNotNull, lt, notInArray } from 'drizzle-orm';
import { seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import type { HeldHour } from '#shared/halls/seasons/seasons.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { inAllClubs, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { bookingSeries } from '../bookings/table.ts';
import { organisation } from '../organisations/table.ts';
import type { season as seasonTable } from './table.ts';

/** The maximum age in days of an ended series that counts as last year's. */
const daysBack = 56;

/** The holders of the weekly hours in the current plan, by season and hall, while the season is being decided; names only. */
export async function heldHours(
  tx: Transaction,
  halls: readonly { season: typeof seasonTable.$inferSelect; facilityIds: readonly string[] }[],
): Promise<Map<string, HeldHour[]>> {
  const held = new Map<string, HeldHour[]>();
  await oneByOne(halls, async ({ season, facilityIds }) => {
    if (facilityIds.length === 0 || !seasonSets.running.includes(season.phase)) return;
    const clubs = await inAllClubs(tx, () =>
      tx.select({ club: organisation.club, name: organisation.name }).from(organisation).where(isNotNull(organisation.club)),
    );
    const names = new Map(clubs.map(({ club, name }) => [club, name]));
    const rows = await inAllClubs(tx, () =>
      tx
        .select()
        .from(bookingSeries)
        .where(
          and(
            inArray(bookingSeries.facilityId, [...facilityIds]),
            lt(bookingSeries.startsOn, season.startsOn),
            gte(bookingSeries.endsOn, addDays(today(), -daysBack)),
            notInArray(bookingSeries.kind, ['maintenance', 'event']),
          ),
        )
        .orderBy(asc(bookingSeries.weekday), asc(bookingSeries.startTime), asc(bookingSeries.id))
        .limit(1000),
    );
    for (const row of rows) {
      const { weekday, unitIds } = row;
      const hour = {
        weekday,
        startTime: row.startTime.slice(0, 5),
        endTime: row.endTime.slice(0, 5),
        unitIds,
        holder: row.holder || (names.get(row.club) ?? row.club),
      };
      const key = `${season.id} ${row.facilityId}`;
      held.set(key, [...(held.get(key) ?? []), hour]);
    }
  });
  return held;
}
