import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { costOf } from '#shared/halls/seasons/explain.ts';
import { isWithin, placesOf } from '#shared/halls/seasons/candidates.ts';
import { Timetable, type GrantWeek, type Placed } from '#shared/halls/seasons/placing.ts';
import type { arrangement, PlaceChoice } from '#shared/halls/seasons/plans.ts';
import { minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { placedOf, placeWords, type SeasonBoard } from './board.ts';
import { insertGrants, type GrantRow, type PlanRow } from './planRows.ts';
import { seasonGrant } from './table.ts';

/** The maximum number of proposed places that the wish did not ask for. */
const othersAtMost = 80;

/**
 * The possible places for a wish: those it asked for (free ones first), then free places that it did not ask for, nearest first. Of free
 * places that differ only in the part of the hall, the first.
 */
export function placeChoices(season: SeasonBoard, grants: readonly GrantRow[], wishId: string): PlaceChoice[] {
  const { board } = season;
  const wish = board.wishes.get(wishId);
  if (!wish) throw new Problem('not-found');
  const table = tableOf(
    season,
    grants.filter((row) => row.wishId !== wishId),
  );
  const ranked = board.ranked.get(wishId) ?? [];
  const keys = new Set(ranked.map(keyOf));
  const hours = new Set<string>();
  const isFirst = (one: Hour) => !hours.has(hourOf(one)) && Boolean(hours.add(hourOf(one)));
  const asked = ranked.filter((one) => table.obstacles(one).length > 0 || isFirst(one)).map((one) => ({ ...one, asked: true }));
  const [wanted] = wish.options;
  const far = (place: Parameters<typeof costOf>[0]) => (wanted ? costOf(place, wanted) : 0);
  const others = [1, 2, 3, 4, 5, 6, 7]
    .flatMap((weekday) => placesOf(board.input, wish, { facilityId: null, weekday, from: 0, to: 24 * 60 }))
    .map((one) => ({ ...one, points: 0, option: 0, asked: false }))
    .filter((one) => !keys.has(keyOf(one)) && table.obstacles(one).length === 0)
    .toSorted((a, b) => far(a) - far(b))
    .filter(isFirst)
    .slice(0, othersAtMost);
  const days = new Set(grants.filter((row) => row.wishId === wishId).map(({ weekday }) => weekday));
  const choices = [...asked, ...others]
    .filter(({ weekday }) => !days.has(weekday))
    .map((one): PlaceChoice => {
      const obstacles = table.obstacles(one);
      const place = { ...placeOf(one), endTime: timeOf(one.end) };
      return {
        ...place,
        words: placeWords(season, place),
        points: one.points,
        option: one.asked ? one.option : null,
        obstacles: obstacles.map(
          (other) =>
            `${season.names.holderOf(other.wishId)}, ${season.wishes.get(other.wishId)?.groupName ?? ''} ${timeOf(other.start)}–${timeOf(other.end)}`,
        ),
        isLocked: obstacles.some(({ isLocked }) => isLocked),
      };
    });
  const rank = ({ obstacles, option }: PlaceChoice) => (obstacles.length > 0 ? 2 : option === null ? 1 : 0);
  return choices.toSorted((a, b) => rank(a) - rank(b) || b.points - a.points);
}

type Hour = { facilityId: string; weekday: number; start: number; week: GrantWeek };

/** A place without its part of the hall. */
function hourOf({ facilityId, weekday, start, week }: Hour): string {
  return [facilityId, weekday, start, week].join(' ');
}

/** Other places for a granted time: free ones only, also on the days of the wish. */
export function otherPlaces(season: SeasonBoard, grants: readonly GrantRow[], wishId: string): PlaceChoice[] {
  const [own, others] = [grants.filter((row) => row.wishId === wishId), grants.filter((row) => row.wishId !== wishId)];
  const stands = ({ facilityId, weekday, startTime }: PlaceChoice) =>
    own.some((row) => row.facilityId === facilityId && row.weekday === weekday && row.startTime.startsWith(startTime));
  return placeChoices(season, others, wishId).filter((place) => place.obstacles.length === 0 && !stands(place));
}

type Arrangement = z.output<typeof arrangement>;
type Give = Arrangement['gives'][number];

/** Adds and removes grants by hand, all or nothing; returns a description. */
export async function arrangeByHand(
  tx: Transaction,
  season: SeasonBoard,
  plan: PlanRow,
  grants: readonly GrantRow[],
  { takes, gives }: Arrangement,
): Promise<string> {
  const taken = takes.map((take, at) => {
    const row = grants.find(({ id }) => id === take.id);
    if (row?.version === take.version) return row;
    // The place was taken meanwhile: the refusal names its present holder, if known.
    const now = row && placeWords(season, { ...row, startTime: row.startTime.slice(0, 5), endTime: row.endTime.slice(0, 5) });
    const message = now ? `Inzwischen geändert: ${now}.` : 'Diese Zeit hat inzwischen jemand anders verlegt oder zurückgenommen.';
    throw new Problem('conflict', { fields: [{ path: `takes.${at}.id`, message }] });
  });
  if (taken.length > 0) await tx.delete(seasonGrant).where(inArray(seasonGrant.id, [...new Set(taken.map(({ id }) => id))]));
  const left = grants.filter((row) => !taken.includes(row));
  const table = new Timetable(
    season.board.input.halls,
    left.map((row) => placedOf(season, row)),
  );
  for (const [at, give] of gives.entries()) {
    const placed = placedByHand(season, table, give, `gives.${at}`);
    const [other] = table.obstacles(placed);
    if (other) {
      const message = `Dort steht ${season.names.holderOf(other.wishId)}, ${timeOf(other.start)}–${timeOf(other.end)} Uhr.`;
      throw new Problem('occupied', { fields: [{ path: `gives.${at}.startTime`, message }] });
    }
    table.add(placed);
  }
  await insertGrants(tx, season, plan.id, [...table.placed].slice(left.length));
  const groups = (of: readonly { wishId: string }[]) => of.map(({ wishId }) => season.wishes.get(wishId)?.groupName ?? '').join(', ');
  return [gives.length > 0 && `Zeit gegeben: ${groups(gives)}`, taken.length > 0 && `Zeit zurückgenommen: ${groups(taken)}`]
    .filter(Boolean)
    .join('; ')
    .slice(0, 900);
}

/** A place chosen by hand. It has to fit the hall's windows, but not the groups that they are reserved for. */
export function placedByHand({ board }: SeasonBoard, table: Timetable, { startTime, ...place }: Give, path: string): Placed {
  const refuse = (field: string, message: string) => fieldProblem(`${path}.${field}`, message);
  const wish = board.wishes.get(place.wishId);
  const hall = board.input.halls.find(({ id }) => id === place.facilityId);
  if (!wish || !hall) throw new Problem('not-found');
  if (place.unitIds.some((id) => !hall.unitIds.includes(id))) throw refuse('unitIds', 'Diesen Teil gibt es hier nicht.');
  if (new Set(place.unitIds).size !== wish.parts || place.unitIds.length !== wish.parts)
    throw refuse('unitIds', `Der Wunsch braucht ${wish.parts} Teile.`);
  if (wish.isFortnightly !== (place.week !== 'every'))
    throw refuse('week', wish.isFortnightly ? 'Diese Gruppe kommt alle zwei Wochen.' : 'Diese Gruppe kommt jede Woche.');
  const start = minutesOf(startTime);
  const open = hall.windows.filter(({ weekday }) => weekday === place.weekday);
  if (!isWithin(open, start, start + wish.minutes)) throw refuse('startTime', 'Zu dieser Zeit wird die Sportstätte nicht vergeben.');
  const own = table.of(wish.id);
  if (own.some(({ weekday }) => weekday === place.weekday)) throw refuse('weekday', 'An diesem Tag hat die Gruppe schon eine Zeit.');
  if (own.length >= wish.timesPerWeek) throw refuse('wishId', 'Die Gruppe hat schon alle Zeiten. Bitte zuerst eine zurücknehmen.');
  return { ...place, start, end: start + wish.minutes, points: 0, option: 0, isKept: false };
}

function tableOf(season: SeasonBoard, grants: readonly GrantRow[]): Timetable {
  return new Timetable(
    season.board.input.halls,
    grants.map((row) => ({ ...placedOf(season, row), isLocked: row.isLocked })),
  );
}

function placeOf({
  facilityId,
  unitIds,
  weekday,
  start,
  week,
}: {
  facilityId: string;
  unitIds: readonly string[];
  weekday: number;
  start: number;
  week: GrantWeek;
}) {
  return { facilityId, unitIds: [...unitIds], weekday, startTime: timeOf(start), week };
}

function keyOf(place: Parameters<typeof placeOf>[0]): string {
  return JSON.stringify(placeOf(place));
}
