import { and, asc, eq, ilike, inArray } from 'drizzle-orm';
import { defaultSeasonRules } from '#shared/halls/seasons/seasonRules.ts';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import { facility, facilityOpening } from '#server/halls/facilities/table.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { season, seasonFacility, wish, wishOption } from '#server/halls/seasons/table.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';

type Group = [
  owner: string,
  group: string,
  age: typeof wish.$inferInsert.ageGroup,
  people: number,
  parts: number,
  minutes: number,
  weekday: number,
  from: string,
  to: string,
];

/** Invented wishes; some ask for the same hour, so that a proposal has something to decide. */
const groups: readonly Group[] = [
  ['RWA', 'Handball-Minis', 'children', 18, 1, 90, 2, '16:00', '18:00'],
  ['RWA', 'Handball C-Jugend', 'youth', 22, 2, 90, 2, '17:00', '19:00'],
  ['RWA', 'Volleyball Damen', 'adults', 14, 1, 120, 2, '18:00', '21:00'],
  ['RWA', 'Seniorenturnen', 'seniors', 20, 1, 60, 3, '09:00', '12:00'],
  ['RWA', 'Badminton Hobby', 'adults', 10, 1, 90, 4, '19:00', '22:00'],
  ['SCB', 'Turnen Kinder', 'children', 25, 1, 90, 2, '16:00', '18:00'],
  ['SCB', 'Handball A-Jugend', 'youth', 16, 2, 90, 2, '17:30', '19:30'],
  ['SCB', 'Basketball Herren', 'adults', 12, 3, 120, 2, '18:00', '21:00'],
  ['SCB', 'Tischtennis', 'mixed', 16, 1, 120, 4, '18:00', '22:00'],
  ['Grundschule Nord', 'Sportunterricht 3b', 'children', 26, 1, 90, 2, '10:00', '12:00'],
  ['Volkshochschule Auenfeld', 'Rückenfit am Abend', 'adults', 15, 1, 60, 2, '18:00', '20:00'],
  ['TuS Nachbardorf', 'Futsal', 'adults', 12, 3, 90, 2, '19:00', '21:00'],
];

/** A season of the town whose wishes are open, with wishes of clubs and of those without an account. */
export async function fillSeasons({ tx }: Write): Promise<void> {
  const halls = await tx
    .select({ id: facility.id })
    .from(facility)
    .where(and(eq(facility.managerClub, 'GSV'), ilike(facility.name, '%halle%'), eq(facility.kind, 'hall')))
    .orderBy(asc(facility.name));
  const ids = halls.map(({ id }) => id);
  if (ids.length === 0) return;
  const day = today();
  const [row] = await tx
    .insert(season)
    .values({
      managerClub: 'GSV',
      name: 'Nächste Saison',
      startsOn: addDays(day, 120),
      endsOn: addDays(day, 300),
      wishesFrom: instantOf(addDays(day, -14), '00:00'),
      wishesUntil: instantOf(addDays(day, 28), '23:59'),
      phase: 'open',
      criteria:
        'Schulen gehen vor Jugend, Jugend vor Erwachsenen.\nWer seine bisherige Zeit bestätigt, behält sie innerhalb seiner Gruppe zuerst.',
      rules: defaultSeasonRules,
    })
    .returning();
  if (!row) return;
  const openings = await tx.select().from(facilityOpening).where(inArray(facilityOpening.facilityId, ids));
  for (const facilityId of ids) {
    const own = openings.filter((one) => one.facilityId === facilityId);
    const windows = own.map(({ weekday, opens, closes }) => ({
      weekday,
      opens: opens.slice(0, 5),
      closes: closes.slice(0, 5),
      onlyClass: null,
    }));
    await tx.insert(seasonFacility).values({ seasonId: row.id, facilityId, windows });
  }
  await fillWishes(tx, row.id, ids);
}

/** The wishes, in the order of the list. */
async function fillWishes(tx: Write['tx'], seasonId: string, ids: readonly string[]): Promise<void> {
  const owners = await tx.select({ id: organisation.id, club: organisation.club, name: organisation.name }).from(organisation);
  for (const [at, [owner, groupName, ageGroup, participants, parts, minutes, weekday, fromTime, toTime]] of groups.entries()) {
    const of = owners.find(({ club, name }) => (club ?? name) === owner);
    if (!of) continue;
    const [made] = await tx
      .insert(wish)
      .values({
        seasonId,
        organisationId: of.id,
        orderNo: at + 1,
        groupName,
        ageGroup,
        participants,
        parts,
        minutes,
        kind: of.club ? 'training' : 'other',
        state: at % 5 === 4 ? 'draft' : 'submitted',
      })
      .returning();
    if (!made) continue;
    await tx.insert(wishOption).values([
      { wishId: made.id, rank: 1, facilityId: ids[0] ?? null, weekday, fromTime, toTime },
      { wishId: made.id, rank: 2, facilityId: null, weekday: (weekday % 5) + 1, fromTime, toTime },
    ]);
  }
}
