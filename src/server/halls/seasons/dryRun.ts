import { eq, inArray } from 'drizzle-orm';
import type { SeasonDryRun } from '#shared/halls/seasons/plans.ts';
import { seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { allottedDates, takenDays, type Allotted } from '../bookings/service.ts';
import { bookingSeries } from '../bookings/table.ts';
import { placeWords, readBoard, type SeasonBoard } from './board.ts';
import { readGrants, sentPlan, type GrantRow } from './planRows.ts';
import { wish } from './table.ts';
import type { SeasonRow } from './view.ts';

/** What publishing would do, without writing anything. */
export async function dryRunOf(tx: Transaction, season: SeasonRow): Promise<SeasonDryRun> {
  const plan = seasonSets.told.includes(season.phase) ? await sentPlan(tx, season.id) : undefined;
  if (!plan) throw new Problem('wrong-state');
  return beyondScope(tx, async () => {
    const board = await readBoard(tx, season);
    const replaced = await replacedSeries(tx, season);
    const ending = new Set(replaced.map(({ id }) => id));
    const result: SeasonDryRun = { halls: [], skipped: [], ending: replaced.map(seriesWords(board)), undecided: undecidedOf(board) };
    for (const [facilityId, rows] of Map.groupBy(await readGrants(tx, plan.id), (row) => row.facilityId)) {
      let count = 0;
      for (const hour of rows.flatMap((row) => allottedOf(season, board, row) ?? [])) {
        const { place, dates, skipped } = await allottedDates(tx, hour);
        const taken = (await takenDays(tx, place, hour, dates)).filter(({ seriesId }) => seriesId === null || !ending.has(seriesId));
        const words = `${hour.purpose.title}: ${placeWords(board, { ...hour.rule, ...hour })}`;
        const out = [...skipped, ...taken.map(({ date, holder }) => ({ date, reason: `Belegt: ${holder}` }))];
        result.skipped.push(...out.map((one) => ({ words, ...one })));
        count += dates.length - taken.length;
      }
      result.halls.push({ facilityId, name: board.hallNames.get(facilityId) ?? '', series: rows.length, dates: count });
    }
    return result;
  });
}

/** A grant as the weekly hour that is booked; its holder is the club, or the organisation under the club of the manager. */
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
    purpose: {
      title: of.groupName,
      kind: of.kind,
      ageGroup: of.ageGroup,
      expectedParticipants: of.participants,
      message: '',
      contactPerson: of.contactName,
      contactPhone: of.contactPhone,
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

/** The series of before that this season goes on with or ends: those that wishes were copied from. */
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
