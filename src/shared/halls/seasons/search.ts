import { Timetable, type Placed } from './placing.ts';
import { improve, place, propose, type Board } from './proposal.ts';
import { boundOf, slotsOf, type Slots } from './slots.ts';

/** A proposal with its points, and an upper bound of the points of any plan. */
export type Searched = { placed: Placed[]; points: number; bound: number };

/**
 * Searches a better plan than the draft by large neighbourhood search: it repeatedly reassigns the places of a hall on
 * a day, or of an hour, and keeps improvements. The effort is limited by steps rather than time, and the pseudo-random
 * generator has a fixed seed, so that equal input gives an equal plan on every machine. Locked places are kept.
 */
export function search(board: Board, locked: readonly Placed[], steps = stepsFor(board)): Searched {
  const drafted = propose(board, locked);
  const slots = slotsOf(board, locked);
  const keys = new Map(slots.candidates.map((one, index) => [keyOf(one), index]));
  const start = drafted.filter((one) => !locked.includes(one)).flatMap((one) => keys.get(keyOf(one)) ?? []);
  const { bound, prices } = boundOf(slots, sumOf(drafted));
  const found = wander(slots, start, prices, steps);
  const table = new Timetable(board.input.halls, [...locked, ...found.flatMap((index) => slots.candidates[index] ?? []).map(place)]);
  improve(board, table);
  const placed = sumOf([...table.placed]) >= sumOf(drafted) ? [...table.placed] : drafted;
  const fixed = sumOf(locked);
  return { placed, points: sumOf(placed), bound: Math.floor(bound + fixed + 1e-6) };
}

function stepsFor({ input }: Board): number {
  return input.wishes.length <= 200 ? 12_000 : 4000;
}

function sumOf(placed: readonly { points: number }[]): number {
  return placed.reduce((sum, { points }) => sum + points, 0);
}

function keyOf({
  wishId,
  facilityId,
  unitIds,
  weekday,
  start,
  week,
}: Omit<Placed, 'points' | 'option' | 'isKept' | 'isLocked' | 'reason'>): string {
  return [wishId, facilityId, unitIds.join('+'), weekday, start, week].join(' ');
}

/** A deterministic pseudo-random generator of numbers between 0 and 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Reassigns parts of the plan step by step and returns the best plan found. */
function wander(slots: Slots, start: readonly number[], prices: Float64Array, steps: number): number[] {
  const plan = new Plan(slots, prices);
  for (const index of start) plan.add(index);
  const next = chance(20_261_124);
  let best = { points: plan.points, chosen: [...plan.chosen] };
  const heat = plan.points / Math.max(1, plan.chosen.size);
  for (let step = 0; step < steps && plan.chosen.size > 0; step += 1) {
    const before = plan.points;
    const out = plan.near(next);
    for (const index of out) plan.remove(index);
    const into = plan.fill(out, next);
    // Early steps also accept slightly worse plans, to leave local optima.
    const patience = heat * 0.25 * (1 - step / steps) * (1 - step / steps);
    if (plan.points < before - patience * next()) {
      for (const index of into) plan.remove(index);
      for (const index of out) plan.add(index);
    } else if (plan.points > best.points) best = { points: plan.points, chosen: [...plan.chosen] };
  }
  return best.chosen;
}

/** The chosen candidates, and the slots and days occupied by them. */
class Plan {
  readonly chosen = new Set<number>();
  points = 0;
  readonly #slots: Slots;
  readonly #prices: Float64Array;
  readonly #holder: Int32Array;
  readonly #left: Int32Array;
  /** The weekdays of each wish, as a bit mask. */ readonly #days: Int32Array;

  constructor(slots: Slots, prices: Float64Array) {
    this.#slots = slots;
    this.#prices = prices;
    this.#holder = new Int32Array(slots.slotCount).fill(-1);
    this.#left = slots.need.slice();
    this.#days = new Int32Array(slots.need.length);
  }

  add(index: number): void {
    this.#set(index, index, 1);
    this.chosen.add(index);
  }

  remove(index: number): void {
    this.#set(index, -1, -1);
    this.chosen.delete(index);
  }

  #set(index: number, holder: number, sign: 1 | -1): void {
    const { slotsOf: taken, wishOf, weekdayOf, points } = this.#slots;
    for (const slot of taken[index] ?? []) this.#holder[slot] = holder;
    const wish = wishOf[index] ?? 0;
    this.#left[wish] = (this.#left[wish] ?? 0) - sign;
    this.#days[wish] = (this.#days[wish] ?? 0) ^ (1 << (weekdayOf[index] ?? 0));
    this.points += sign * (points[index] ?? 0);
  }

  /**
   * The neighbourhood of a random candidate: its hall on its day, its day at its hour, or the conflicts of the other
   * candidates of its wish.
   */
  near(next: () => number): number[] {
    const { candidates, ofWish, wishOf, slotsOf: taken } = this.#slots;
    const all = [...this.chosen];
    const seed = all[Math.floor(next() * all.length)] ?? 0;
    const like = candidates[seed];
    if (!like) return [];
    const way = next();
    if (way < 0.5) {
      const here = all.filter((index) => {
        const one = candidates[index];
        return one?.facilityId === like.facilityId && one.weekday === like.weekday;
      });
      return way < 0.25 ? here : here.filter((index) => index === seed || next() < 0.5);
    }
    if (way < 0.75)
      return all.filter((index) => {
        const one = candidates[index];
        return one?.weekday === like.weekday && one.start < like.end && like.start < one.end && (index === seed || next() < 0.6);
      });
    // Another place for this wish, and for those in conflict with it.
    const others = ofWish[wishOf[seed] ?? 0] ?? new Int32Array();
    const target = others[Math.floor(next() * others.length)] ?? seed;
    const standing = new Set([seed]);
    for (const slot of taken[target] ?? []) {
      const holder = this.#holder[slot] ?? -1;
      if (holder >= 0) standing.add(holder);
    }
    return [...standing];
  }

  /** Fills the freed slots, by points per slot price with a random factor; returns the candidates that it placed. */
  fill(freed: readonly number[], next: () => number): number[] {
    const { ofSlot, ofWish, wishOf, slotsOf: taken, points } = this.#slots;
    const possible = new Set<number>();
    for (const index of freed) {
      for (const slot of taken[index] ?? []) for (const one of ofSlot[slot] ?? []) possible.add(one);
      for (const one of ofWish[wishOf[index] ?? 0] ?? []) possible.add(one);
    }
    const weight = next() < 0.5 ? 1 : 0.5 * next();
    const spread = 0.3 * next();
    const ranked: { index: number; score: number }[] = [];
    for (const index of possible) {
      if (!this.#fits(index)) continue;
      let price = 0;
      for (const slot of taken[index] ?? []) price += this.#prices[slot] ?? 0;
      const own = points[index] ?? 0;
      ranked.push({ index, score: own - weight * price + own * spread * (next() - 0.5) });
    }
    ranked.sort((a, b) => b.score - a.score || a.index - b.index);
    const placed: number[] = [];
    for (const { index } of ranked)
      if (this.#fits(index)) {
        this.add(index);
        placed.push(index);
      }
    return placed;
  }

  #fits(index: number): boolean {
    const { wishOf, weekdayOf, slotsOf: taken } = this.#slots;
    const wish = wishOf[index] ?? 0;
    if ((this.#left[wish] ?? 0) <= 0 || ((this.#days[wish] ?? 0) & (1 << (weekdayOf[index] ?? 0))) !== 0) return false;
    for (const slot of taken[index] ?? []) if ((this.#holder[slot] ?? -1) >= 0) return false;
    return true;
  }
}
