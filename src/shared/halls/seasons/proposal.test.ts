import { expect, test } from 'vitest';
import { partMinutes } from './candidates.ts';
import { explain } from './explain.ts';
import { Timetable, type Placed, type PlacingHall, type PlacingInput, type PlacingWish } from './placing.ts';
import { bestExchange, boardOf, improve, keepPlaces, missing, propose } from './proposal.ts';
import { defaultSeasonRules } from './seasonRules.ts';

/** A deterministic pseudo-random generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const evenings = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: 16 * 60, closes: 22 * 60, onlyClass: null }));
const hallOf = (at: number, parts: number, bufferMinutes = 0): PlacingHall => ({
  id: `h${at}`,
  name: `Halle ${at}`,
  unitIds: Array.from({ length: parts }, (_, unit) => `h${at}u${unit}`),
  bufferMinutes,
  windows: evenings,
});
const wishOf = (id: string, more: Partial<PlacingWish> = {}): PlacingWish => ({
  id,
  organisationId: 'a',
  orderNo: 1,
  priorityClass: 3,
  isSchool: false,
  participants: 20,
  parts: 1,
  minutes: 90,
  timesPerWeek: 1,
  isFortnightly: false,
  options: [{ facilityId: 'h1', weekday: 1, from: 17 * 60, to: 18 * 60 + 30 }],
  kept: null,
  lot: id,
  ...more,
});
const inputOf = (halls: PlacingHall[], wishes: PlacingWish[]): PlacingInput => ({
  rules: defaultSeasonRules,
  stepMinutes: 30,
  halls,
  wishes,
});

function drawn(seed: number, count: number): PlacingInput {
  const next = numbers(seed);
  const halls = [hallOf(1, 3), hallOf(2, 3, 15), hallOf(3, 3), hallOf(4, 3)];
  const wishes = Array.from({ length: count }, (_, at): PlacingWish => {
    const minutes = [60, 90, 120][next(3)] ?? 90;
    const options = Array.from({ length: 1 + next(4) }, () => {
      const from = 16 * 60 + 30 * next(8);
      return {
        facilityId: next(4) === 0 ? null : `h${1 + next(4)}`,
        weekday: 1 + next(5),
        from,
        to: Math.min(22 * 60, from + minutes + 30 * next(4)),
      };
    });
    const organisationId = ['a', 'b', 'c'][next(3)] ?? 'a';
    return wishOf(`w${at}`, {
      organisationId,
      orderNo: at,
      priorityClass: 2 + next(2),
      participants: 5 + next(40),
      parts: 1 + next(3),
      minutes,
      timesPerWeek: 1 + next(2),
      isFortnightly: next(6) === 0,
      options,
      lot: String(next(1_000_000)),
    });
  });
  return inputOf(halls, wishes);
}

const told = (plan: readonly Placed[]) => plan.map((one) => JSON.stringify(one)).toSorted();

test('no unit is given twice, no wish gets more than it asked for, and no two times on a day', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const board = boardOf(drawn(seed, 60));
    const plan = propose(board, []);
    expect(plan.length).toBeGreaterThan(20);
    const table = new Timetable(board.input.halls, plan);
    for (const one of plan) expect(table.obstacles(one)).toEqual([one]);
    for (const wish of board.input.wishes) {
      const days = table.of(wish.id).map(({ weekday }) => weekday);
      expect(days.length).toBeLessThanOrEqual(wish.timesPerWeek);
      expect(new Set(days).size).toBe(days.length);
    }
  }
});

test('equal wishes give an equal plan, in whatever order', () => {
  const input = drawn(7, 80);
  const plan = told(propose(boardOf(input), []));
  expect(told(propose(boardOf(input), []))).toEqual(plan);
  expect(told(propose(boardOf({ ...input, wishes: input.wishes.toReversed(), halls: input.halls.toReversed() }), []))).toEqual(plan);
});

test('after the exchanges no refused wish can be fulfilled by one more exchange that increases the points', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const board = boardOf(drawn(seed, 90));
    const table = new Timetable(board.input.halls, propose(board, []));
    const lacking = board.input.wishes.filter((wish) => missing(table, wish) > 0);
    expect(lacking.length).toBeGreaterThan(0);
    for (const wish of lacking) expect(bestExchange(board, table, wish)).toBeUndefined();
    expect(improve(board, table)).toBe(0);
  }
});

test('locked grants are kept, and displaced wishes get another place or lack their time', () => {
  const board = boardOf(drawn(3, 70));
  const [one] = propose(board, []);
  if (!one) throw new Error('nothing placed');
  const other = board.input.wishes.find(({ id, parts }) => id !== one.wishId && parts === one.unitIds.length);
  if (!other) throw new Error('no other wish');
  const locked = { ...one, wishId: other.id, isLocked: true, reason: 'Vertrag', points: 0 };
  const plan = propose(board, [locked]);
  expect(plan).toContain(locked);
  expect(new Timetable(board.input.halls, plan).obstacles(one)).toEqual([locked]);
});

test('a group with a time keeps it before others of the class, and a higher class still gets it', () => {
  const kept = { facilityId: 'h1', unitIds: ['h1u0'], weekday: 1, start: 17 * 60 };
  const old = wishOf('old', { orderNo: 2, kept });
  const fresh = wishOf('new', { organisationId: 'b', participants: 12 });
  const halls = [hallOf(1, 1)];
  expect(keepPlaces(boardOf(inputOf(halls, [fresh, old]))).map(({ wishId }) => wishId)).toEqual(['old']);
  expect(propose(boardOf(inputOf(halls, [fresh, old])), []).map(({ wishId }) => wishId)).toEqual(['old']);
  const youth = wishOf('youth', { organisationId: 'b', priorityClass: 2 });
  expect(propose(boardOf(inputOf(halls, [old, youth])), []).map(({ wishId }) => wishId)).toEqual(['youth']);
});

test('groups of odd and even weeks share a place, and times are back to back unless the hall needs a buffer', () => {
  const fortnightly = ['one', 'two', 'three'].map((id, at) => wishOf(id, { isFortnightly: true, orderNo: at }));
  expect(
    propose(boardOf(inputOf([hallOf(1, 1)], fortnightly)), [])
      .map(({ week }) => week)
      .toSorted(),
  ).toEqual(['even', 'odd']);
  const later = [{ facilityId: 'h1', weekday: 1, from: 18 * 60 + 30, to: 20 * 60 }];
  const two = [wishOf('first'), wishOf('second', { options: later, orderNo: 2 })];
  expect(propose(boardOf(inputOf([hallOf(1, 1)], two)), [])).toHaveLength(2);
  expect(propose(boardOf(inputOf([hallOf(1, 1, 15)], two)), [])).toHaveLength(1);
});

test('a window reserved for young people is not given to adults, and neither are times outside the windows', () => {
  const reserved = { ...hallOf(1, 1), windows: [{ weekday: 1, opens: 16 * 60, closes: 18 * 60, onlyClass: 2 }] };
  const [adults, youth] = [
    wishOf('adults', { options: [{ facilityId: 'h1', weekday: 1, from: 16 * 60, to: 18 * 60 }] }),
    wishOf('youth', { priorityClass: 2, options: [{ facilityId: 'h1', weekday: 1, from: 16 * 60, to: 18 * 60 }] }),
  ];
  expect(propose(boardOf(inputOf([reserved], [adults])), [])).toEqual([]);
  expect(propose(boardOf(inputOf([reserved], [youth])), [])).toHaveLength(1);
  expect(codesOf(inputOf([reserved], [adults]), 'adults')).toEqual([['window']]);
});

test('wishes added at the end of a list change no points of the first ones', () => {
  const input = drawn(5, 40);
  const more = Array.from({ length: 10 }, (_, at) => wishOf(`z${at}`, { organisationId: 'a', orderNo: 1000 + at }));
  const [before, after] = [boardOf(input), boardOf({ ...input, wishes: [...input.wishes, ...more] })];
  for (const { id } of input.wishes) expect(after.candidates.get(id)).toEqual(before.candidates.get(id));
  expect(partMinutes(wishOf('x', { parts: 2, timesPerWeek: 2, isFortnightly: true }))).toBe(180);
});

test('each refusal names the published rule that caused it', () => {
  const halls = [hallOf(1, 1)];
  const against = (mine: Partial<PlacingWish>, theirs: Partial<PlacingWish>) =>
    codesOf(inputOf(halls, [wishOf('mine', mine), wishOf('theirs', { organisationId: 'b', ...theirs })]), 'mine');
  expect(against({ participants: 12 }, { priorityClass: 2 })).toEqual([['class', 'Jugend vor Erwachsenen']]);
  expect(against({}, { kept: { facilityId: 'h1', unitIds: ['h1u0'], weekday: 1, start: 17 * 60 } })).toEqual([
    ['kept', 'bisherige Zeit vor neuer'],
  ]);
  expect(against({ participants: 8 }, { participants: 12 })).toEqual([['density', '12 Personen auf 1 Teil, bei Ihnen 8 auf 1 Teil']]);
  expect(against({ parts: 2 }, {})).toEqual([['unsuited', 'Halle 1 hat 1 Teil, gewünscht sind 2']]);
  expect(against({ lot: 'z' }, { lot: 'a' })).toEqual([['equal', 'punktgleich']]);
  const own = [wishOf('mine', { orderNo: 2, participants: 6 }), wishOf('first', { orderNo: 1 })];
  expect(codesOf(inputOf(halls, own), 'mine')).toEqual([['own']]);
});

test('every refusal has a verdict for each option, and alternatives are free', () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const board = boardOf(drawn(seed, 90));
    const table = new Timetable(board.input.halls, propose(board, []));
    for (const wish of board.input.wishes.filter((one) => missing(table, one) > 0)) {
      const { options, alternatives } = explain(board, table, wish, names);
      expect(options.map(({ option }) => option)).toEqual(wish.options.map((_, at) => at));
      for (const { code, sentences } of options) {
        expect(code).not.toBe('free');
        expect(sentences.join('')).not.toBe('');
      }
      for (const place of alternatives) expect(table.obstacles(place)).toEqual([]);
    }
  }
});

test('130 wishes for four halls are placed within seconds', () => {
  const board = boardOf(drawn(11, 130));
  const begun = Date.now();
  const plan = propose(board, []);
  expect(plan.length).toBeGreaterThan(60);
  expect(Date.now() - begun).toBeLessThan(5000);
});

const names = { holderOf: (wishId: string) => `Gruppe ${wishId}`, hallOf: (id: string) => `Halle ${id}` };

/** The code of each option, with the rule if the sentence states one. */
function codesOf(input: PlacingInput, wishId: string): string[][] {
  const board = boardOf(input);
  const table = new Timetable(input.halls, propose(board, []));
  const wish = board.wishes.get(wishId);
  if (!wish) throw new Error('no wish');
  return explain(board, table, wish, names).options.map(({ code, sentences: [sentence = ''] }) => {
    const rule =
      /: (?<rule>.*?)(?: \(\d|, entschieden)/.exec(sentence)?.groups?.['rule'] ?? (code === 'unsuited' ? sentence.slice(0, -1) : undefined);
    return rule === undefined ? [code] : [code, rule];
  });
}

test('of groups with one current hour the higher class keeps it, then the higher rank, then the lot, in whatever order', () => {
  const had = { facilityId: 'h1', unitIds: ['h1u0'], weekday: 1, start: 17 * 60, end: 18 * 60 + 30 };
  const keeps = (first: Partial<PlacingWish>, second: Partial<PlacingWish>) =>
    [
      [wishOf('wins', { kept: had, ...first }), wishOf('loses', { kept: had, ...second })],
      [wishOf('loses', { kept: had, ...second }), wishOf('wins', { kept: had, ...first })],
    ].map((wishes) => keepPlaces(boardOf(inputOf([hallOf(1, 1)], wishes))).map(({ wishId }) => wishId));
  expect(keeps({ priorityClass: 2, orderNo: 9 }, { priorityClass: 3, orderNo: 1 })).toEqual([['wins'], ['wins']]);
  expect(keeps({ orderNo: 1, lot: 'z' }, { orderNo: 2, lot: 'a' })).toEqual([['wins'], ['wins']]);
  expect(keeps({ lot: 'a' }, { lot: 'b' })).toEqual([['wins'], ['wins']]);
});
