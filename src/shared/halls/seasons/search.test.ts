import { expect, test } from 'vitest';
import { town } from '#test/town.ts';
import { explain } from './explain.ts';
import { Timetable, type PlacingWish } from './placing.ts';
import { bestExchange, boardOf, missing, propose } from './proposal.ts';
import { search } from './search.ts';
import { defaultSeasonRules } from './seasonRules.ts';

/** Upper bounds of these inputs, computed once with an integer programming solver (HiGHS), to within 1.2 %. */
const proven = [34_682, 34_418, 34_004, 36_367, 35_181];

test('130 wishes for four halls: at least 95 % of the proven bound, nothing twice, no better exchange left', () => {
  for (const [at, most] of proven.entries()) {
    const board = boardOf(town(at + 1, 130, 4, 3));
    const { placed, points, bound } = search(board, []);
    expect(points / most).toBeGreaterThanOrEqual(0.95);
    expect(bound).toBeGreaterThanOrEqual(points);
    const table = new Timetable(board.input.halls, placed);
    for (const one of placed) expect(table.obstacles(one)).toEqual([one]);
    for (const wish of board.input.wishes) {
      const days = table.of(wish.id).map(({ weekday }) => weekday);
      expect(days.length).toBeLessThanOrEqual(wish.timesPerWeek);
      expect(new Set(days).size).toBe(days.length);
      if (missing(table, wish) > 0) expect(bestExchange(board, table, wish)).toBeUndefined();
    }
  }
});

test('500 wishes for twenty halls: at least 90 % of the bound, a reason for each option of wishes without a time, and no better exchange left', () => {
  const board = boardOf(town(1, 500, 20, 25));
  const { points, bound, placed } = search(board, [], 400);
  expect(points / bound).toBeGreaterThanOrEqual(0.9);
  const table = new Timetable(board.input.halls, placed);
  const lacking = board.input.wishes.filter((wish) => missing(table, wish) > 0);
  expect(lacking.length).toBeGreaterThan(0);
  const names = { holderOf: (id: string) => id, hallOf: (id: string) => id };
  for (const wish of lacking) {
    const { options } = explain(board, table, wish, names);
    expect(options.map(({ option }) => option)).toEqual(wish.options.map((_, at) => at));
    for (const { code, sentences } of options) expect([code === 'free', sentences.join('') === '']).toEqual([false, false]);
    expect(bestExchange(board, table, wish)).toBeUndefined();
  }
});

test('equal wishes give an equal plan, in whatever order; locked grants are kept, and it is never worse than the draft', () => {
  const input = town(6, 60, 4, 3);
  const board = boardOf(input);
  const [locked] = propose(board, []).map((one) => ({ ...one, isLocked: true, reason: 'Zusage' }));
  if (!locked) throw new Error('nothing placed');
  const found = search(board, [locked], 500);
  const again = search(boardOf({ ...input, wishes: input.wishes.toReversed(), halls: input.halls.toReversed() }), [locked], 500);
  expect(again).toEqual(found);
  expect(found.placed).toContain(locked);
  expect(found.points).toBeGreaterThanOrEqual(propose(board, [locked]).reduce((sum, one) => sum + one.points, 0));
  expect(search(boardOf({ ...input, wishes: [] }), [])).toEqual({ placed: [], points: 0, bound: 0 });
});

test('three groups that fit only by a chain of moves all get an hour, none more than it asks and none twice a day', () => {
  const windows = [{ weekday: 1, opens: 1020, closes: 1290, onlyClass: null }];
  const hall = { id: 'h1', name: 'Halle', unitIds: ['u'], bufferMinutes: 0, windows };
  const hours = [1020, 1110, 1200];
  const wish = (id: string, wanted: readonly number[], participants: number): PlacingWish => ({
    id,
    organisationId: id,
    orderNo: 1,
    priorityClass: 3,
    isSchool: false,
    participants,
    parts: 1,
    minutes: 90,
    timesPerWeek: 2,
    isFortnightly: false,
    options: wanted.map((at) => ({ facilityId: 'h1', weekday: 1, from: hours[at] ?? 0, to: (hours[at] ?? 0) + 90 })),
    kept: null,
    lot: id,
  });
  // The draft assigns the first hour to a and the second to b; there is only room for c if first b and then a moves.
  const wishes = [wish('a', [0, 1], 12), wish('b', [1, 2], 12), wish('c', [0], 6)];
  const board = boardOf({ rules: defaultSeasonRules, stepMinutes: 30, halls: [hall], wishes });
  const drafted = propose(board, []);
  const { placed, points, bound } = search(board, [], 500);
  expect(drafted.map(({ wishId }) => wishId).toSorted()).toEqual(['a', 'b']);
  expect(placed.map(({ wishId, start }) => [wishId, start]).toSorted()).toEqual([
    ['a', 1110],
    ['b', 1200],
    ['c', 1020],
  ]);
  expect(points).toBe(placed.reduce((sum, one) => sum + one.points, 0));
  expect(bound).toBeGreaterThanOrEqual(points);
});
