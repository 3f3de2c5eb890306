import { inArray } from 'drizzle-orm';
import { costOf } from '#shared/halls/seasons/explain.ts';
import { placesOf } from '#shared/halls/seasons/candidates.ts';
import { Timetable, type GrantWeek, type Placed } from '#shared/halls/seasons/placing.ts';
import type { PlaceChoice } from '#shared/halls/seasons/plans.ts';
import { minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { placedOf, placeWords, type SeasonBoard } from './board.ts';
import { insertGrants, type GrantRow, type PlanRow } from './planRows.ts';
import { seasonGrant } from './table.ts';

const shownAtMost = 80;

/** Where a wish could stand: what it asked for, free places first, then free places that it did not ask for, the nearest first. */
export function placeChoices(season: SeasonBoard, grants: readonly GrantRow[], wishId: string): PlaceChoice[] {
  const { board } = season;
  const wish = board.wishes.get(wishId);
  if (!wish) throw new Problem('not-found');
  const table = tableOf(
    season,
    grants.filter((row) => row.wishId !== wishId),
  );
  const asked = (board.ranked.get(wishId) ?? []).map((one) => ({ ...one, asked: true }));
  const keys = new Set(asked.map(keyOf));
  const [wanted] = wish.options;
  const far = (place: Parameters<typeof costOf>[0]) => (wanted ? costOf(place, wanted) : 0);
  const others = [1, 2, 3, 4, 5, 6, 7]
    .flatMap((weekday) => placesOf(board.input, wish, { facilityId: null, weekday, from: 0, to: 24 * 60 }))
    .map((one) => ({ ...one, points: 0, option: 0, asked: false }))
    .filter((one) => !keys.has(keyOf(one)) && table.obstacles(one).length === 0)
    .toSorted((a, b) => far(a) - far(b));
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
  return choices.toSorted((a, b) => rank(a) - rank(b) || b.points - a.points).slice(0, shownAtMost);
}

type ByHand = {
  wishId: string;
  facilityId: string;
  unitIds: string[];
  weekday: number;
  startTime: string;
  week: GrantWeek;
  displaces: boolean;
};

/** Gives a wish a place by hand; who stands there is refused, or goes back to the pool. */
export async function grantByHand(
  tx: Transaction,
  season: SeasonBoard,
  plan: PlanRow,
  grants: readonly GrantRow[],
  { displaces, startTime, ...place }: ByHand,
): Promise<string> {
  const wish = season.board.wishes.get(place.wishId);
  const hall = season.board.input.halls.find(({ id }) => id === place.facilityId);
  if (!wish || !hall) throw new Problem('not-found');
  if (place.unitIds.some((id) => !hall.unitIds.includes(id))) throw fieldProblem('unitIds', 'Diesen Teil gibt es hier nicht.');
  if (place.unitIds.length !== wish.parts) throw fieldProblem('unitIds', `Der Wunsch braucht ${wish.parts} Teile.`);
  if (!wish.isFortnightly && place.week !== 'every') throw fieldProblem('week', 'Diese Gruppe kommt jede Woche.');
  const start = minutesOf(startTime);
  const isOpen = hall.windows.some(({ weekday, opens, closes }) => weekday === place.weekday && opens <= start && start < closes);
  if (!isOpen || start + wish.minutes > 24 * 60) throw fieldProblem('startTime', 'Zu dieser Zeit wird die Sportstätte nicht vergeben.');
  const own = grants.filter(({ wishId }) => wishId === wish.id);
  if (own.some(({ weekday }) => weekday === place.weekday)) throw fieldProblem('weekday', 'An diesem Tag hat die Gruppe schon eine Zeit.');
  if (own.length >= wish.timesPerWeek) throw fieldProblem('wishId', 'Die Gruppe hat schon alle Zeiten. Bitte zuerst eine zurücknehmen.');
  const placed: Placed = { ...place, start, end: start + wish.minutes, isLocked: false, reason: '', points: 0, option: 0, isKept: false };
  const known = new Map(grants.map((row) => [placedOf(season, row), row]));
  const obstacles = new Timetable(season.board.input.halls, known.keys()).obstacles(placed).flatMap((one) => known.get(one) ?? []);
  if (obstacles.length > 0) await clear(tx, season, obstacles, displaces);
  await insertGrants(tx, season, plan.id, [placed]);
  const moved = obstacles.length === 0 ? '' : `, ${obstacles.length} in den Pool`;
  return `Zeit gegeben: ${season.wishes.get(wish.id)?.groupName ?? ''}${moved}`;
}

async function clear(tx: Transaction, season: SeasonBoard, obstacles: readonly GrantRow[], displaces: boolean): Promise<void> {
  const fields = obstacles.map(({ wishId }) => ({ path: 'startTime', message: `Dort steht ${season.names.holderOf(wishId)}.` }));
  if (!displaces || obstacles.some(({ isLocked }) => isLocked)) throw new Problem('occupied', { fields });
  await tx.delete(seasonGrant).where(
    inArray(
      seasonGrant.id,
      obstacles.map(({ id }) => id),
    ),
  );
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
