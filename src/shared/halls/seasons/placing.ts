import type { SeasonRules } from './seasonRules.ts';

/** Every week, or those whose number in the calendar is odd or even. */
export const grantWeeks = ['every', 'odd', 'even'] as const;
export type GrantWeek = (typeof grantWeeks)[number];
export const grantWeekNames: { readonly [week in GrantWeek]: string } = {
  every: 'jede Woche',
  odd: 'ungerade Wochen',
  even: 'gerade Wochen',
};

/** When a hall is offered; `onlyClass` is the lowest priority class that is let in. Times are minutes of the day. */
type PlacingWindow = { weekday: number; opens: number; closes: number; onlyClass: number | null };

/** A hall of a season, its parts in their order. */
export type PlacingHall = {
  id: string;
  name: string;
  unitIds: readonly string[];
  bufferMinutes: number;
  windows: readonly PlacingWindow[];
};

export type PlacingOption = { facilityId: string | null; weekday: number; from: number; to: number };

export type PlacingWish = {
  id: string;
  organisationId: string;
  orderNo: number;
  priorityClass: number;
  isSchool: boolean;
  participants: number;
  parts: number;
  minutes: number;
  timesPerWeek: number;
  isFortnightly: boolean;
  options: readonly PlacingOption[];
  /** The place that it has had until now, if that was confirmed. */
  kept: { facilityId: string; unitIds: readonly string[]; weekday: number; start: number } | null;
  /** Decides between equals. */
  lot: string;
};

/** All that a plan is made from. */
export type PlacingInput = {
  rules: SeasonRules;
  stepMinutes: number;
  halls: readonly PlacingHall[];
  wishes: readonly PlacingWish[];
};

/** A place that a wish could have. */
export type Place = { facilityId: string; unitIds: readonly string[]; weekday: number; start: number; end: number; week: GrantWeek };

export type Candidate = Place & { wishId: string; option: number; isKept: boolean; points: number };

/** A place that a wish has in a plan. */
export type Placed = Place & { wishId: string; isLocked: boolean; reason: string; points: number; option: number; isKept: boolean };

/** Which hours are taken in a plan, for each part and day. */
export class Timetable {
  readonly placed = new Set<Placed>();
  readonly #rows = new Map<string, Set<Placed>>();
  readonly #byWish = new Map<string, Placed[]>();
  readonly #buffers: ReadonlyMap<string, number>;

  constructor(halls: readonly PlacingHall[], placed: Iterable<Placed> = []) {
    this.#buffers = new Map(halls.map(({ id, bufferMinutes }) => [id, bufferMinutes]));
    for (const one of placed) this.add(one);
  }

  add(one: Placed): void {
    this.placed.add(one);
    this.#byWish.set(one.wishId, [...this.of(one.wishId), one]);
    for (const key of keysOf(one)) {
      const row = this.#rows.get(key);
      if (row) row.add(one);
      else this.#rows.set(key, new Set([one]));
    }
  }

  remove(one: Placed): void {
    this.placed.delete(one);
    this.#byWish.set(
      one.wishId,
      this.of(one.wishId).filter((other) => other !== one),
    );
    for (const key of keysOf(one)) this.#rows.get(key)?.delete(one);
  }

  /** What stands in the way of a place, in the order of its begin. */
  obstacles(place: Place): Placed[] {
    const buffer = this.#buffers.get(place.facilityId) ?? 0;
    const found = new Set<Placed>();
    for (const key of keysOf(place))
      for (const one of this.#rows.get(key) ?? []) if (one.start < place.end + buffer && place.start < one.end + buffer) found.add(one);
    return found.size < 2 ? [...found] : [...found].toSorted((a, b) => a.start - b.start || a.wishId.localeCompare(b.wishId));
  }

  /** What a wish has. */
  of(wishId: string): readonly Placed[] {
    return this.#byWish.get(wishId) ?? [];
  }
}

const knownKeys = new WeakMap<Place, string[]>();

/** A part on a weekday, in odd or even weeks; a place is asked for thousands of times while a plan is made. */
function keysOf(place: Place): string[] {
  const known = knownKeys.get(place);
  if (known) return known;
  const { unitIds, weekday, week } = place;
  const parities = week === 'every' ? [0, 1] : [week === 'odd' ? 1 : 0];
  const keys = unitIds.flatMap((unit) => parities.map((parity) => `${unit} ${weekday} ${parity}`));
  knownKeys.set(place, keys);
  return keys;
}
