import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { weekNumber } from '#shared/halls/seasons/dates.ts';
import { Timetable } from '#shared/halls/seasons/placing.ts';
import type { PublicationConflict, SeasonDryRun } from '#shared/halls/seasons/publication.ts';
import { seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { minutesOf, weekdayNames } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { allottedDates, isDisplaceable, findTakenDates, type Allotted } from '../bookings/service.ts';
import { bookingSeries } from '../bookings/table.ts';
import { alternatives } from '../plan/freeTimes.ts';
import { placedOf, placeWords, readBoard, type SeasonBoard } from '../seasons/board.ts';
import { readGrants, sentPlan, type GrantRow, type PlanRow } from '../seasons/planRows.ts';
import { wish } from '../seasons/table.ts';
import type { SeasonRow } from '../seasons/view.ts';

/** The maximum of conflicts for which alternatives are computed. */
const suggestedAtMost = 60;

/** The preview of publishing, without writing anything. */
export async function dryRunOf(tx: Transaction, viewer: Viewer, season: SeasonRow): Promise<SeasonDryRun> {
  const plan = await planToPublish(tx, season);
  return inAllClubs(tx, async () => {
    const { result, clashes, ...known } = await playThrough(tx, season, plan);
    let left = suggestedAtMost;
    for (const { hour, conflicts } of clashes) {
      await suggestOthers(tx, viewer, { ...known, hour }, conflicts.slice(0, left));
      left = Math.max(0, left - conflicts.length);
    }
    return result;
  });
}

/** Identifies what publishing would do now: the same value as long as the preview shows the same. */
export async function seenOf(tx: Transaction, season: SeasonRow): Promise<string> {
  const plan = await planToPublish(tx, season);
  return inAllClubs(tx, async () => (await playThrough(tx, season, plan)).result.seen);
}

/** The outcome of publishing, with the occupied dates by weekly time. */
async function playThrough(tx: Transaction, season: SeasonRow, plan: PlanRow) {
  const board = await readBoard(tx, season);
  const replaced = await replacedSeries(tx, season);
  const ending = new Set(replaced.map(({ id }) => id));
  const result: Omit<SeasonDryRun, 'seen'> = {
    halls: [],
    skipped: [],
    conflicts: [],
    ending: replaced.map(seriesWords(board)),
    undecided: undecidedOf(board),
  };
  const clashes: { hour: Allotted; conflicts: PublicationConflict[] }[] = [];
  const grants = await readGrants(tx, plan.id);
  for (const [facilityId, rows] of Map.groupBy(grants, (row) => row.facilityId)) {
    let count = 0;
    for (const hour of rows.flatMap((row) => allottedOf(season, board, row) ?? [])) {
      const { place, dates, skipped } = await allottedDates(tx, hour);
      const taken = (await findTakenDates(tx, place, hour, dates)).flatMap((one) => {
        const bookings = one.bookings.filter(({ seriesId }) => seriesId === null || !ending.has(seriesId));
        const [first] = bookings;
        return first ? [{ date: one.date, holder: first.holder || first.club, bookings }] : [];
      });
      const words = `${hour.purpose.title}: ${placeWords(board, { ...hour.rule, ...hour })}`;
      const conflicts = taken.map((one) => conflictOf(hour, words, one));
      clashes.push({ hour, conflicts });
      result.conflicts.push(...conflicts);
      const left = conflicts.filter(({ action }) => action === 'skip');
      const out = [...skipped, ...left.map(({ date, holder }) => ({ date, reason: `Belegt: ${holder}` }))];
      result.skipped.push(...out.map((one) => ({ words, ...one })));
      count += dates.length - left.length;
    }
    result.halls.push({ facilityId, name: board.hallNames.get(facilityId) ?? '', series: rows.length, dates: count });
  }
  result.halls.sort((a, b) => compareNames(a.name, b.name));
  // Computed before suggestions are added, which depend on the viewer.
  const seen = createHash('sha256').update(JSON.stringify(result)).digest('hex');
  return { result: { ...result, seen }, clashes, board, grants };
}

/** The plan that was sent out; throws unless the season is in a phase where it is announced. */
export async function planToPublish(tx: Transaction, season: SeasonRow): Promise<PlanRow> {
  const plan = seasonSets.announced.includes(season.phase) ? await sentPlan(tx, season.id) : undefined;
  if (!plan) throw new Problem('wrong-state');
  return plan;
}

type TakenDate = Awaited<ReturnType<typeof findTakenDates>>[number];

/** A taken date with the choice made for it. */
function conflictOf(hour: Allotted, words: string, { date, holder, bookings }: TakenDate): PublicationConflict {
  const choice = hour.choices.find((one) => one.date === date);
  const mayDisplace = bookings.every((row) => isDisplaceable(row, hour));
  const base = { grantId: hour.grantId, date, words, holder, mayDisplace, others: [] };
  if (choice?.action === 'other') return { ...base, action: 'other', place: choice.place };
  return { ...base, action: choice && mayDisplace ? 'displace' : 'skip' };
}

type Suggesting = { board: SeasonBoard; grants: readonly GrantRow[]; hour: Allotted };

/** Adds to conflicts of an hour the free places on their days, except those that the plan itself gives to somebody. */
async function suggestOthers(
  tx: Transaction,
  viewer: Viewer,
  { board, grants, hour }: Suggesting,
  conflicts: PublicationConflict[],
): Promise<void> {
  const { startTime, endTime } = hour.rule;
  const wish = { facilityId: hour.facilityId, unitIds: hour.unitIds, startTime, endTime };
  const found = await alternatives(
    tx,
    viewer,
    conflicts.map(({ date }) => date),
    wish,
  );
  const table = new Timetable(
    board.board.input.halls,
    grants.filter(({ id }) => id !== hour.grantId).map((row) => placedOf(board, row)),
  );
  for (const conflict of conflicts) {
    const { otherTimes = [], otherHalls = [] } = found.get(conflict.date) ?? {};
    const week = weekNumber(conflict.date) % 2 === 1 ? 'odd' : 'even';
    conflict.others = [...otherTimes, ...otherHalls]
      .filter(({ facilityId, unitIds, startTime: from, endTime: to }) =>
        table.isFree({ facilityId, unitIds, weekday: hour.rule.weekday, start: minutesOf(from), end: minutesOf(to), week }),
      )
      .map(({ facilityId, facilityName, unitIds, startTime: from, endTime: to }) => ({
        facilityId,
        unitIds,
        startTime: from,
        words: facilityId === hour.facilityId ? `Andere Zeit: ${from}–${to}` : `Andere Halle: ${facilityName}`,
      }));
  }
}

/** A grant as the weekly hour to book; its holder is the club, or the organisation under the managing club. */
export function allottedOf(season: SeasonRow, board: SeasonBoard, row: GrantRow): Allotted | undefined {
  const of = board.wishes.get(row.wishId);
  if (!of) return undefined;
  const holder = of.club
    ? { club: of.club, organisationId: null, holder: '' }
    : { club: season.managerClub, organisationId: of.organisationId, holder: of.organisation };
  return {
    ...holder,
    grantId: row.id,
    facilityId: row.facilityId,
    unitIds: row.unitIds,
    priorityClass: board.board.wishes.get(row.wishId)?.priorityClass ?? 5,
    choices: row.choices,
    purpose: {
      title: of.groupName,
      kind: of.kind,
      ageGroup: of.ageGroup,
      expectedParticipants: of.participants,
      message: '',
      contactPerson: of.contactName,
      contactPhone: of.contactPhone,
      departmentId: of.departmentId,
    },
    rule: {
      weekday: row.weekday,
      startsOn: season.startsOn,
      endsOn: season.endsOn,
      startTime: row.startTime.slice(0, 5),
      endTime: row.endTime.slice(0, 5),
      week: row.week,
      holidayMode: season.holidayMode,
    },
  };
}

/** The earlier series that this season continues or ends: those that its wishes were copied from. */
export async function replacedSeries(tx: Transaction, { id }: SeasonRow, facilityId?: string) {
  const copied = await tx.select({ seriesId: wish.keepsSeriesId }).from(wish).where(eq(wish.seasonId, id)).limit(3000);
  const ids = copied.flatMap(({ seriesId }) => seriesId ?? []);
  const rows = ids.length === 0 ? [] : await tx.select().from(bookingSeries).where(inArray(bookingSeries.id, ids));
  return rows.filter((row) => facilityId === undefined || row.facilityId === facilityId);
}

function seriesWords({ hallNames }: SeasonBoard) {
  return ({ title, weekday, startTime, facilityId, club, holder }: typeof bookingSeries.$inferSelect) =>
    `${holder || club}, ${title}: ${weekdayNames[weekday - 1] ?? ''} ${startTime.slice(0, 5)}, ${hallNames.get(facilityId) ?? ''}`;
}

function undecidedOf({ wishes }: SeasonBoard): string[] {
  return [...wishes.values()]
    .filter(({ state }) => state === 'copied')
    .map(({ organisation, groupName }) => `${organisation}: ${groupName}`);
}
