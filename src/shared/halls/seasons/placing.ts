import type { SeasonRules } from './seasonRules.ts';

/** The weeks of a grant: every week, or odd or even ISO weeks. */
export const grantWeeks = ['every', 'odd', 'even'] as const;
export type GrantWeek = (typeof grantWeeks)[number];
/** The German names of the weeks. */
export const grantWeekNames: { readonly [week in GrantWeek]: string } = {
  every: 'jede Woche',
  odd: 'ungerade Wochen',
  even: 'gerade Wochen',
};

/** An available period of a hall in minutes of the day; `onlyClass` is the lowest admitted priority class, null for all. */
export type PlacingWindow = { weekday: number; opens: number; closes: number; onlyClass: number | null };

/** A hall of a season with its units in order. */
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
  /** The place held so far, if its continuation was confirmed. */
  kept: { facilityId: string; unitIds: readonly string[]; weekday: number; start: number } | null;
  /** The random tie-breaker. */
  lot: string;
};

/** The complete input of the planning. */
export type PlacingInput = {
  rules: SeasonRules;
  stepMinutes: number;
  halls: readonly PlacingHall[];
  wishes: readonly PlacingWish[];
};

/** A possible place of a wish. */
export type Place = { facilityId: string; unitIds: readonly string[]; weekday: number; start: number; end: number; week: GrantWeek };

export type Candidate = Place & { wishId: string; option: number; isKept: boolean; points: number };

/** An assigned place of a wish in a plan. */
export type Placed = Place & { wishId: string; isLocked: boolean; reason: string; points: number; option: number; isKept: boolean };

/** The occupied periods of a plan by unit and weekday. */
export class Timetable {
  readonly placed = new Set<Placed>();
  /** By unit: a list for each weekday, separately for even and odd weeks. */
  readonly #rows = new Map<string, Placed[][]>();
  readonly #byWish = new Map<string, Placed[]>();
  readonly #buffers: ReadonlyMap<string, number>;

  constructor(halls: readonly PlacingHall[], placed: Iterable<Placed> = []) {
    this.#buffers = new Map(halls.map(({ id, bufferMinutes }) => [id, bufferMinutes]));
    for (const one of placed) this.add(one);
  }

  add(one: Placed): void {
    this.placed.add(one);
    this.#byWish.set(one.wishId, [...this.of(one.wishId), one]);
    for (const unit of one.unitIds) {
      const rows = this.#rows.get(unit) ?? Array.from({ length: 16 }, (): Placed[] => []);
      this.#rows.set(unit, rows);
      for (const at of rowsOf(one)) rows[at]?.push(one);
    }
  }

  remove(one: Placed): void {
    this.placed.delete(one);
    this.#byWish.set(
      one.wishId,
      this.of(one.wishId).filter((other) => other !== one),
    );
    for (const unit of one.unitIds)
      for (const at of rowsOf(one)) {
        const row = this.#rows.get(unit)?.[at];
        row?.splice(row.indexOf(one), 1);
      }
  }

  /** The assigned places in conflict with a place, by start. */
  obstacles(place: Place): Placed[] {
    const found: Placed[] = [];
    for (const one of this.#meeting(place)) if (!found.includes(one)) found.push(one);
    return found.toSorted((a, b) => a.start - b.start || a.wishId.localeCompare(b.wishId));
  }

  /** Whether a place has no conflicts. */
  isFree(place: Place): boolean {
    return this.#meeting(place).next().done === true;
  }

  *#meeting(place: Place): Generator<Placed, undefined> {
    const buffer = this.#buffers.get(place.facilityId) ?? 0;
    for (const unit of place.unitIds) {
      const rows = this.#rows.get(unit);
      if (!rows) continue;
      for (const at of rowsOf(place))
        for (const one of rows[at] ?? []) if (one.start < place.end + buffer && place.start < one.end + buffer) yield one;
    }
    return undefined;
  }

  of(wishId: string): readonly Placed[] {
    return this.#byWish.get(wishId) ?? none;
  }
}

const none: readonly Placed[] = [];

function rowsOf({ weekday, week }: Place): number[] {
  if (week === 'every') return [weekday * 2, weekday * 2 + 1];
  return [weekday * 2 + (week === 'odd' ? 1 : 0)];
}
