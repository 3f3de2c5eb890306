import { expect, test } from 'vitest';
import { town } from '#test/town.ts';
import { Timetable, type PlacingHall, type PlacingWish } from './placing.ts';
import { boardOf, place, propose } from './proposal.ts';
import { defaultSeasonRules } from './seasonRules.ts';
import { boundOf, slotsOf, type Slots } from './slots.ts';

/** Whether two candidates share a slot. */
function share({ slotsOf: taken }: Slots, one: number, other: number): boolean {
  return (taken[one] ?? []).some((slot) => taken[other]?.includes(slot));
}

test('two candidates share a slot exactly if they cannot both be in the plan, buffers and every second week included', () => {
  const board = boardOf(town(1, 40, 4, 3));
  const slots = slotsOf(board, []);
  for (const [at, one] of slots.candidates.entries()) {
    const table = new Timetable(board.input.halls, [place(one)]);
    for (let other = at % 3; other < slots.candidates.length; other += 3) {
      const candidate = slots.candidates[other];
      if (candidate) expect(share(slots, at, other), `${at} and ${other}`).toBe(!table.isFree(candidate));
    }
  }
});

test('every slot lists its candidates, and every wish its own', () => {
  const slots = slotsOf(boardOf(town(2, 40, 4, 3)), []);
  expect(slots.ofSlot).toHaveLength(slots.slotCount);
  for (const [at, one] of slots.candidates.entries()) {
    for (const slot of slots.slotsOf[at] ?? []) expect(slots.ofSlot[slot]).toContain(at);
    expect([...(slots.ofWish[slots.wishOf[at] ?? -1] ?? [])]).toContain(at);
    expect([slots.points[at], slots.weekdayOf[at]]).toEqual([one.points, one.weekday]);
  }
  expect(slots.ofSlot.flat()).toHaveLength(slots.slotsOf.reduce((sum, taken) => sum + taken.length, 0));
});

test('a locked grant takes its place and its day, and a wish with all its times has no candidates left', () => {
  const board = boardOf(town(3, 60, 4, 3));
  const locked = propose(board, []).slice(0, 20);
  const slots = slotsOf(board, locked);
  const table = new Timetable(board.input.halls, locked);
  for (const one of slots.candidates) {
    expect(table.isFree(one)).toBe(true);
    expect(table.of(one.wishId).map(({ weekday }) => weekday)).not.toContain(one.weekday);
  }
  for (const [at, wish] of board.input.wishes.entries()) {
    expect(slots.need[at]).toBe(wish.timesPerWeek - table.of(wish.id).length);
    if (slots.need[at] === 0) expect(slots.ofWish[at]).toHaveLength(0);
  }
});

const hall: PlacingHall = {
  id: 'h1',
  name: 'Nord',
  unitIds: ['a'],
  bufferMinutes: 0,
  windows: [{ weekday: 2, opens: 1080, closes: 1200, onlyClass: null }],
};
const wishOf = (id: string, weekdays: number[], timesPerWeek = 1): PlacingWish => ({
  id,
  organisationId: id,
  orderNo: 1,
  priorityClass: 3,
  isSchool: false,
  participants: 20,
  parts: 1,
  minutes: 120,
  timesPerWeek,
  isFortnightly: false,
  options: weekdays.map((weekday) => ({ facilityId: 'h1', weekday, from: 1080, to: 1200 })),
  kept: null,
  lot: id,
});
const boundFor = (wishes: PlacingWish[], windows = hall.windows) => {
  const board = boardOf({ rules: defaultSeasonRules, stepMinutes: 30, halls: [{ ...hall, windows }], wishes });
  const slots = slotsOf(board, []);
  return { ...boundOf(slots, 0), points: [...slots.points] };
};

test('two wishes for one hour: no plan is promised more than the better of them, and the hour has a price', () => {
  const { bound, prices, points } = boundFor([wishOf('w1', [2]), wishOf('w2', [2])]);
  expect(points).toHaveLength(2);
  expect(bound).toBeGreaterThanOrEqual(Math.max(...points) - 1e-6);
  expect(bound).toBeLessThanOrEqual(Math.max(...points) * 1.02);
  expect(Math.max(...prices)).toBeGreaterThan(0);
});

test('without conflicts the bound is the sum of all, at no price', () => {
  const two = [2, 3].map((weekday) => ({ weekday, opens: 1080, closes: 1200, onlyClass: null }));
  const { bound, prices, points } = boundFor([wishOf('w1', [2]), wishOf('w2', [3])], two);
  expect(bound).toBe(points.reduce((sum, one) => sum + one, 0));
  expect([...prices].every((price) => price === 0)).toBe(true);
});

test('a wish counts once a day, and no more often than it asks', () => {
  const days = [2, 3, 4].map((weekday) => ({ weekday, opens: 1080, closes: 1200, onlyClass: null }));
  const [once, twice] = [1, 2].map((times) => boundFor([wishOf('w1', [2, 3, 4], times)], days));
  const best = (once?.points ?? []).toSorted((a, b) => b - a);
  expect(once?.bound).toBe(best[0]);
  expect(twice?.bound).toBe(
    (twice?.points ?? [])
      .toSorted((a, b) => b - a)
      .slice(0, 2)
      .reduce((sum, one) => sum + one, 0),
  );
});

test('no plan of a town exceeds the bound, however good it is', () => {
  for (const seed of [4, 5, 6]) {
    const board = boardOf(town(seed, 60, 4, 3));
    const points = propose(board, []).reduce((sum, one) => sum + one.points, 0);
    expect(boundOf(slotsOf(board, []), points).bound).toBeGreaterThanOrEqual(points);
  }
});

test('with more days than it asks for a wish counts by the best ones, whatever their order in the week', () => {
  const days = [2, 3, 4].map((weekday) => ({ weekday, opens: 1080, closes: 1200, onlyClass: null }));
  for (const order of [
    [4, 3, 2],
    [3, 2, 4],
  ]) {
    const { bound, points } = boundFor([wishOf('w1', order, 1)], days);
    expect(bound).toBe(Math.max(...points));
  }
});
