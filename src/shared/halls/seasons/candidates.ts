import type { Candidate, GrantWeek, Place, PlacingHall, PlacingInput, PlacingOption, PlacingWish } from './placing.ts';
import { orderPercentOf, pointsOf } from './seasonRules.ts';

/** Sorts the input so that the result is independent of the row order of the database. */
export function inOrder({ halls, wishes, ...rest }: PlacingInput): PlacingInput {
  const byId = <T extends { id: string }>(rows: readonly T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...rest, halls: byId(halls), wishes: byId(wishes) };
}

/** The weight of each wish in percent by wish ID, from its rank among the wishes of its organisation. */
export function orderPercents({ rules, halls, wishes }: PlacingInput): Map<string, number> {
  const offered = halls.reduce(
    (sum, { unitIds, windows }) =>
      sum +
      unitIds.length *
        windows.filter(({ onlyClass }) => onlyClass === null || onlyClass > 1).reduce((of, { opens, closes }) => of + closes - opens, 0),
    0,
  );
  const groups = Map.groupBy(wishes, ({ organisationId }) => organisationId);
  const weightOf = (organisationId: string) => (rules.fairness === 'members' ? (rules.members?.[organisationId] ?? 0) : 1);
  const sharing = [...groups].filter(([, group]) => group.some(({ isSchool }) => !isSchool));
  const weights = sharing.reduce((sum, [organisationId]) => sum + weightOf(organisationId), 0);
  const found = new Map<string, number>();
  for (const [organisationId, group] of groups) {
    const asked = group.reduce((sum, wish) => sum + partMinutes(wish), 0);
    // Full weight applies to a third of the requested minutes, or to the organisation's share of the offered ones.
    const entitlement = rules.fairness === 'asked' ? asked / 3 : (offered * weightOf(organisationId)) / Math.max(1, weights);
    let before = 0;
    for (const wish of group.toSorted((a, b) => a.orderNo - b.orderNo || (a.id < b.id ? -1 : 1))) {
      found.set(wish.id, orderPercentOf(rules, before, entitlement, wish.isSchool));
      before += partMinutes(wish);
    }
  }
  return found;
}

/** The unit minutes of a wish per week; fortnightly wishes count half. */
export function partMinutes({ parts, minutes, timesPerWeek, isFortnightly }: PlacingWish): number {
  return (parts * minutes * timesPerWeek) / (isFortnightly ? 2 : 1);
}

/** All possible places of a wish, in descending order of points. */
export function candidatesOf(input: PlacingInput, wish: PlacingWish, orderPercent: number): Candidate[] {
  const { rules, stepMinutes } = input;
  const weighed = { ...wish, steps: Math.floor(wish.minutes / stepMinutes), orderPercent };
  const seen = new Set<string>();
  const found = wish.options.flatMap((option, rank) =>
    placesOf(input, wish, option).flatMap(({ offset, firstUnit, ...place }): Candidate[] => {
      const key = keyOf(place);
      if (seen.has(key)) return [];
      seen.add(key);
      const isKept = isOldPlace(wish, place);
      return [
        { ...place, wishId: wish.id, option: rank, isKept, points: pointsOf(rules, weighed, { isKept, option: rank, offset, firstUnit }) },
      ];
    }),
  );
  const first = found.filter(({ isKept }) => isKept);
  return [...first, ...found.filter(({ isKept }) => !isKept)];
}

type OptionPlace = Place & { offset: number; firstUnit: number };

/** The places of one option, by offset, first unit and hall. */
export function placesOf({ halls, stepMinutes }: PlacingInput, wish: PlacingWish, option: PlacingOption): OptionPlace[] {
  const { minutes, parts } = wish;
  const found = halls
    .filter(({ id, unitIds }) => (option.facilityId === null || id === option.facilityId) && unitIds.length >= parts)
    .flatMap((hall) => {
      const starts = startsIn(hall, wish, option, stepMinutes);
      return starts.flatMap((start) =>
        unitRuns(hall, parts).flatMap((unitIds, firstUnit) =>
          weeksOf(wish).map((week) => ({
            facilityId: hall.id,
            unitIds,
            weekday: option.weekday,
            start,
            end: start + minutes,
            week,
            offset: Math.floor((start - option.from) / stepMinutes),
            firstUnit,
          })),
        ),
      );
    });
  return found.toSorted(
    (a, b) => a.offset - b.offset || a.firstUnit - b.firstUnit || compare(a.facilityId, b.facilityId) || compare(a.week, b.week),
  );
}

/** The possible start times of a wish in a hall, in minutes of the day. */
export function startsIn(
  { windows }: Pick<PlacingHall, 'windows'>,
  { minutes, priorityClass }: Pick<PlacingWish, 'minutes' | 'priorityClass'>,
  { weekday, from, to }: Omit<PlacingOption, 'facilityId'>,
  step: number,
): number[] {
  const open = windows.filter((one) => one.weekday === weekday && (one.onlyClass === null || priorityClass <= one.onlyClass));
  const starts: number[] = [];
  for (let start = from; start + minutes <= to; start += step) if (isWithin(open, start, start + minutes)) starts.push(start);
  return starts;
}

/** Whether a period is covered by windows that follow each other without a gap. */
export function isWithin(windows: readonly { opens: number; closes: number }[], start: number, end: number): boolean {
  let at = start;
  for (const { opens, closes } of windows.toSorted((a, b) => a.opens - b.opens)) if (opens <= at && closes > at) at = closes;
  return at >= end;
}

/** All runs of adjacent units of the given length. */
export function unitRuns({ unitIds }: PlacingHall, parts: number): string[][] {
  return Array.from({ length: unitIds.length - parts + 1 }, (_, first) => unitIds.slice(first, first + parts));
}

/** The weeks in which a wish can take place. */
export function weeksOf({ isFortnightly }: PlacingWish): GrantWeek[] {
  return isFortnightly ? ['even', 'odd'] : ['every'];
}

function isOldPlace({ kept }: PlacingWish, { facilityId, weekday, start, unitIds }: Place): boolean {
  return (
    kept !== null &&
    kept.facilityId === facilityId &&
    kept.weekday === weekday &&
    kept.start === start &&
    kept.unitIds.toSorted().join() === unitIds.toSorted().join()
  );
}

/** A unique key of a place. */
export function keyOf({ facilityId, unitIds, weekday, start, week }: Place): string {
  return [facilityId, unitIds.join('+'), weekday, start, week].join(' ');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
