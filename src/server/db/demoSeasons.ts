import { and, asc, eq, ilike, inArray } from 'drizzle-orm';
import { Timetable } from '#shared/halls/seasons/placing.ts';
import { propose } from '#shared/halls/seasons/proposal.ts';
import { defaultSeasonRules } from '#shared/halls/seasons/seasonRules.ts';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import { facility, facilityOpening } from '#server/halls/facilities/table.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { insertPlan, readBoard, refusalsOf } from '#server/halls/seasons/service.ts';
import { objection, season, seasonFacility, seasonPlan, seasonRefusal, wish, wishOption } from '#server/halls/seasons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
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

/** Wishes of groups; some want the same hour, so that the proposal has to decide. */
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

/** Generated groups, for rounds that are already planned. */
function townGroups(count: number): Group[] {
  const sports = ['Handball', 'Volleyball', 'Turnen', 'Basketball', 'Badminton', 'Tischtennis', 'Gymnastik', 'Futsal'];
  const teams = [
    ['Minis', 'children', 20],
    ['C-Jugend', 'youth', 18],
    ['A-Jugend', 'youth', 16],
    ['Damen', 'adults', 14],
    ['Herren', 'adults', 15],
    ['Hobby', 'mixed', 10],
  ] as const;
  return Array.from({ length: count }, (_, at): Group => {
    const [team, age, people] = teams[at % teams.length] ?? teams[0];
    const owner = at % 12 === 11 ? 'Volkshochschule Auenfeld' : at % 12 === 5 ? 'TuS Nachbardorf' : (['RWA', 'SCB'][at % 2] ?? 'RWA');
    const begin = (age === 'children' || age === 'youth' ? 16 : 18) + (at % 3);
    const sport = sports[Math.floor(at / teams.length) % sports.length] ?? '';
    const hours = [`${begin}:00`, `${begin + 2}:00`] as const;
    return [owner, `${sport} ${team}`, age, people + (at % 5), 1 + (at % 2), at % 4 === 3 ? 120 : 90, 1 + (at % 5), ...hours];
  });
}

type Round = { name: string; phase: 'open' | 'consultation' | 'published'; from: number; to: number; groups: readonly Group[] };

/** A past round, one in consultation, and one that is open for wishes. */
const rounds: readonly Round[] = [
  { name: 'Letzte Saison', phase: 'published', from: -210, to: -30, groups: townGroups(24) },
  { name: 'Sommerrunde', phase: 'consultation', from: 40, to: 115, groups: townGroups(60) },
  { name: 'Nächste Saison', phase: 'open', from: 120, to: 300, groups },
];

/** Seasons of the town, with wishes of clubs and of organisations without an account. */
export async function fillSeasons({ tx }: Write): Promise<void> {
  const halls = await tx
    .select({ id: facility.id })
    .from(facility)
    .where(and(eq(facility.managerClub, 'GSV'), ilike(facility.name, '%halle%'), eq(facility.kind, 'hall')))
    .orderBy(asc(facility.name));
  const ids = halls.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const round of rounds) await fillRound(tx, round, ids);
}

async function fillRound(tx: Write['tx'], round: Round, ids: readonly string[]): Promise<void> {
  const day = today();
  const wishDays = round.phase === 'open' ? [-14, 28] : [round.from - 110, round.from - 60];
  const [row] = await tx
    .insert(season)
    .values({
      managerClub: 'GSV',
      name: round.name,
      startsOn: addDays(day, round.from),
      endsOn: addDays(day, round.to),
      wishesFrom: instantOf(addDays(day, wishDays[0] ?? 0), '00:00'),
      wishesUntil: instantOf(addDays(day, wishDays[1] ?? 0), '23:59'),
      objectionsUntil: round.phase === 'consultation' ? instantOf(addDays(day, 10), '23:59') : null,
      phase: round.phase,
      criteria:
        'Schulen gehen vor Jugend, Jugend vor Erwachsenen.\nWer seine bisherige Zeit bestätigt, behält sie innerhalb seiner Gruppe zuerst.',
      rules: defaultSeasonRules,
    })
    .returning();
  if (!row) return;
  const openings = await tx
    .select()
    .from(facilityOpening)
    .where(inArray(facilityOpening.facilityId, [...ids]));
  for (const facilityId of ids) {
    const own = openings.filter((one) => one.facilityId === facilityId);
    const windows = own.map(({ weekday, opens, closes }) => ({
      weekday,
      opens: opens.slice(0, 5),
      closes: closes.slice(0, 5),
      onlyClass: null,
    }));
    const publishedAt = round.phase === 'published' ? instantOf(addDays(day, round.from - 20), '10:00') : null;
    await tx.insert(seasonFacility).values({ seasonId: row.id, facilityId, windows, publishedAt });
  }
  await fillWishes(tx, row.id, ids, round);
  if (round.phase !== 'open') await fillPlan(tx, row);
}

/** A plan proposed by the rules, sent out with reasons; one club objects. */
async function fillPlan(tx: Write['tx'], row: typeof season.$inferSelect): Promise<void> {
  const board = await readBoard(tx, row);
  const placed = propose(board.board, []);
  const plan = await insertPlan(tx, row, board, { name: 'Anhörung', madeBy: 'draft', isFrozen: true, placed });
  await tx.update(seasonPlan).set({ sentOutAt: plan.frozenAt }).where(eq(seasonPlan.id, plan.id));
  const refusals = refusalsOf(board, new Timetable(board.board.input.halls, placed));
  if (refusals.length > 0)
    await tx.insert(seasonRefusal).values(refusals.map((refusal) => ({ planId: plan.id, wishId: refusal.wishId, refusal })));
  const [first] = refusals;
  if (!first || row.phase !== 'consultation') return;
  const text = 'Die Gruppe besteht seit zwölf Jahren und hat keine andere Zeit. Bitte prüfen Sie, ob ein Hallenteil frei wird.';
  await tx
    .insert(objection)
    .values({ seasonId: row.id, organisationId: first.organisationId, wishId: first.wishId, text, createdAt: now() });
}

/** The wishes in the order of the list. */
async function fillWishes(
  tx: Write['tx'],
  seasonId: string,
  ids: readonly string[],
  { groups: asked, phase }: Pick<Round, 'groups' | 'phase'>,
): Promise<void> {
  const owners = await tx.select({ id: organisation.id, club: organisation.club, name: organisation.name }).from(organisation);
  for (const [at, [owner, groupName, ageGroup, participants, parts, minutes, weekday, fromTime, toTime]] of asked.entries()) {
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
        state: phase === 'open' && at % 5 === 4 ? 'draft' : 'submitted',
      })
      .returning();
    if (!made) continue;
    await tx.insert(wishOption).values([
      { wishId: made.id, rank: 1, facilityId: ids[phase === 'open' ? 0 : at % ids.length] ?? null, weekday, fromTime, toTime },
      { wishId: made.id, rank: 2, facilityId: null, weekday: (weekday % 5) + 1, fromTime, toTime },
    ]);
  }
}
