import { missing, type Board } from './proposal.ts';
import { Timetable, type Candidate, type Placed } from './placing.ts';

/** The candidates as numbers: each with its wish, weekday, points and slots. */
export type Slots = {
  candidates: readonly Candidate[];
  points: Float64Array;
  wishOf: Int32Array;
  weekdayOf: Int32Array;
  /** A slot is a period of a unit on a weekday in odd or even weeks. */ slotsOf: readonly Int32Array[];
  slotCount: number;
  /** The candidates of each wish. */ ofWish: readonly Int32Array[];
  /** The candidates that occupy each slot. */ ofSlot: readonly number[][];
  /** The number of dates that each wish still lacks. */ need: Int32Array;
};

/**
 * The candidates that do not conflict with locked places, with slots so fine that two candidates conflict exactly if
 * they share one. A place's slots include the buffer after it, so that places can only be adjacent in halls without a
 * buffer.
 */
export function slotsOf(board: Board, locked: readonly Placed[]): Slots {
  const fixed = new Timetable(board.input.halls, locked);
  const buffers = new Map(board.input.halls.map(({ id, bufferMinutes }) => [id, bufferMinutes]));
  const wishes = board.input.wishes;
  const candidates = wishes.flatMap((wish) =>
    missing(fixed, wish) <= 0
      ? []
      : (board.candidates.get(wish.id) ?? []).filter(
          (one) => fixed.isFree(one) && !fixed.of(wish.id).some(({ weekday }) => weekday === one.weekday),
        ),
  );
  const grain = candidates.reduce((so, { facilityId, start, end }) => gcd(gcd(so, start), end + (buffers.get(facilityId) ?? 0)), 0) || 1;
  const known = new Map<string, number>();
  const numberOf = (key: string) => {
    const found = known.get(key) ?? known.size;
    known.set(key, found);
    return found;
  };
  const indexOf = new Map(wishes.map(({ id }, index) => [id, index]));
  const taken = candidates.map(({ facilityId, unitIds, weekday, start, end, week }) => {
    const parities = week === 'every' ? [0, 1] : [week === 'odd' ? 1 : 0];
    const found: number[] = [];
    for (const unit of unitIds)
      for (const parity of parities)
        for (let at = start; at < end + (buffers.get(facilityId) ?? 0); at += grain)
          found.push(numberOf(`${unit} ${weekday} ${parity} ${at}`));
    return Int32Array.from(found);
  });
  const ofSlot = Array.from({ length: known.size }, (): number[] => []);
  const ofWish = wishes.map((): number[] => []);
  for (const [index, { wishId }] of candidates.entries()) {
    for (const slot of taken[index] ?? []) ofSlot[slot]?.push(index);
    ofWish[indexOf.get(wishId) ?? 0]?.push(index);
  }
  return {
    candidates,
    points: Float64Array.from(candidates, ({ points }) => points),
    wishOf: Int32Array.from(candidates, ({ wishId }) => indexOf.get(wishId) ?? 0),
    weekdayOf: Int32Array.from(candidates, ({ weekday }) => weekday),
    slotsOf: taken,
    slotCount: known.size,
    ofWish: ofWish.map((some) => Int32Array.from(some)),
    ofSlot,
    need: Int32Array.from(wishes, (wish) => missing(fixed, wish)),
  };
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

const rounds = 400;

/**
 * An upper bound of the points of any plan, and the price of each slot: the Lagrangian relaxation, which replaces "each
 * slot at most once" by a price per slot. Any prices give a valid bound; the iterations tighten it.
 */
export function boundOf(slots: Slots, reached: number): { bound: number; prices: Float64Array } {
  const { slotsOf: taken, slotCount, ofWish, points, weekdayOf, need } = slots;
  let prices = new Float64Array(slotCount);
  let best = { bound: Number.POSITIVE_INFINITY, prices };
  let boldness = 1;
  let sinceBest = 0;
  const values = new Float64Array(8);
  const chosen = new Int32Array(8);
  for (let round = 0; round < rounds; round += 1) {
    const uses = new Int32Array(slotCount);
    let bound = prices.reduce((sum, price) => sum + price, 0);
    for (const [wish, some] of ofWish.entries()) {
      values.fill(0);
      chosen.fill(-1);
      for (const index of some) {
        let value = points[index] ?? 0;
        for (const slot of taken[index] ?? []) value -= prices[slot] ?? 0;
        const day = weekdayOf[index] ?? 0;
        if (value > (values[day] ?? 0)) {
          values[day] = value;
          chosen[day] = index;
        }
      }
      const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => (chosen[day] ?? -1) >= 0).toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
      for (const day of days.slice(0, need[wish])) {
        bound += values[day] ?? 0;
        for (const slot of taken[chosen[day] ?? 0] ?? []) uses[slot] = (uses[slot] ?? 0) + 1;
      }
    }
    if (bound < best.bound - 1e-6) {
      best = { bound, prices: prices.slice() };
      sinceBest = 0;
    } else if ((sinceBest += 1) >= 12) {
      boldness /= 2;
      sinceBest = 0;
    }
    let norm = 0;
    for (let slot = 0; slot < slotCount; slot += 1) {
      const over = (uses[slot] ?? 0) - 1;
      if (over > 0 || (prices[slot] ?? 0) > 0) norm += over * over;
    }
    if (norm === 0) break;
    const step = (boldness * Math.max(bound - reached, bound * 0.001)) / norm;
    const next = prices.slice();
    for (let slot = 0; slot < slotCount; slot += 1) next[slot] = Math.max(0, (prices[slot] ?? 0) + step * ((uses[slot] ?? 0) - 1));
    prices = next;
  }
  return best;
}
