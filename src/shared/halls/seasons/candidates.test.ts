import { expect, test } from 'vitest';
import { candidatesOf, inOrder, orderPercents, partMinutes, placesOf } from './candidates.ts';
import type { PlacingHall, PlacingInput, PlacingOption, PlacingWish } from './placing.ts';
import { defaultSeasonRules } from './seasonRules.ts';

const at = (hours: number, minutes = 0) => hours * 60 + minutes;
const tuesday = (from: number, to: number, facilityId: string | null = null): PlacingOption => ({ facilityId, weekday: 2, from, to });

function hall(changes: Partial<PlacingHall> = {}): PlacingHall {
  return {
    id: 'h1',
    name: 'Nord',
    unitIds: ['a', 'b', 'c'],
    bufferMinutes: 0,
    windows: [{ weekday: 2, opens: at(15), closes: at(22), onlyClass: null }],
    ...changes,
  };
}

function wish(changes: Partial<PlacingWish> = {}): PlacingWish {
  return {
    id: 'w1',
    organisationId: 'o1',
    orderNo: 1,
    priorityClass: 3,
    isSchool: false,
    participants: 20,
    parts: 1,
    minutes: 60,
    timesPerWeek: 1,
    isFortnightly: false,
    options: [tuesday(at(18), at(19, 30))],
    kept: null,
    lot: 'a',
    ...changes,
  };
}

const input = (changes: Partial<PlacingInput> = {}): PlacingInput => ({
  rules: defaultSeasonRules,
  stepMinutes: 30,
  halls: [hall()],
  wishes: [wish()],
  ...changes,
});
const told = (places: ReturnType<typeof placesOf>) =>
  places.map(({ facilityId, unitIds, start, week }) => `${facilityId} ${unitIds.join('+')} ${start / 60} ${week}`);

test('a wish can start at each step that leaves enough time, in each run of adjacent units', () => {
  expect(told(placesOf(input(), wish({ parts: 2 }), tuesday(at(18), at(19, 30))))).toEqual([
    'h1 a+b 18 every',
    'h1 b+c 18 every',
    'h1 a+b 18.5 every',
    'h1 b+c 18.5 every',
  ]);
});

test.each<[string, Partial<PlacingHall>, Partial<PlacingWish>, string[]]>([
  ['a hall with too few parts', { unitIds: ['a'] }, { parts: 2 }, []],
  ['another weekday', { windows: [{ weekday: 3, opens: at(15), closes: at(22), onlyClass: null }] }, {}, []],
  ['a window for schools', { windows: [{ weekday: 2, opens: at(15), closes: at(22), onlyClass: 1 }] }, { priorityClass: 2 }, []],
  ['a window that closes on the way', { windows: [{ weekday: 2, opens: at(15), closes: at(18, 30), onlyClass: null }] }, {}, []],
  [
    'a window that opens on the way',
    { unitIds: ['a'], windows: [{ weekday: 2, opens: at(18, 30), closes: at(22), onlyClass: null }] },
    {},
    ['h1 a 18.5 every'],
  ],
  [
    'two windows without a gap',
    {
      unitIds: ['a'],
      windows: [
        { weekday: 2, opens: at(18, 30), closes: at(22), onlyClass: null },
        { weekday: 2, opens: at(15), closes: at(18, 30), onlyClass: 3 },
      ],
    },
    {},
    ['h1 a 18 every', 'h1 a 18.5 every'],
  ],
  [
    'two windows with a gap',
    {
      unitIds: ['a'],
      windows: [
        { weekday: 2, opens: at(15), closes: at(18, 30), onlyClass: null },
        { weekday: 2, opens: at(18, 31), closes: at(22), onlyClass: null },
      ],
    },
    {},
    [],
  ],
  ['every second week', { unitIds: ['a'] }, { isFortnightly: true, minutes: 90 }, ['h1 a 18 even', 'h1 a 18 odd']],
])('%s', (_what, ofHall, ofWish, places) => {
  expect(told(placesOf(input({ halls: [hall(ofHall)] }), wish(ofWish), tuesday(at(18), at(19, 30))))).toEqual(places);
});

test('a wish for one hall gets no place in another', () => {
  const halls = [hall({ unitIds: ['a'] }), hall({ id: 'h2', unitIds: ['d'] })];
  const places = (facilityId: string | null) =>
    told(placesOf(input({ halls }), wish({ minutes: 90 }), tuesday(at(18), at(19, 30), facilityId)));
  expect(places('h2')).toEqual(['h2 d 18 every']);
  expect(places(null)).toEqual(['h1 a 18 every', 'h2 d 18 every']);
});

test('the place of last year comes first and is marked; the same place by two options counts once, as the better one', () => {
  const kept = { facilityId: 'h1', unitIds: ['c'], weekday: 2, start: at(18, 30) };
  const options = [tuesday(at(18), at(19, 30)), tuesday(at(18, 30), at(19, 30))];
  const found = candidatesOf(input(), wish({ kept, options }), 100);
  expect(found[0]).toMatchObject({ unitIds: ['c'], start: at(18, 30), isKept: true, option: 0 });
  expect(found.filter(({ isKept }) => isKept)).toHaveLength(1);
  expect(found).toHaveLength(6);
  expect(found.every(({ option }) => option === 0)).toBe(true);
});

test('the offered hours are shared by the organisations other than schools, and a wish beyond the share counts less', () => {
  // Three units for seven hours are 1260 unit minutes, shared by two organisations.
  const wishes = [
    wish({ id: 'w2', orderNo: 2, parts: 3, minutes: 210 }),
    wish({ id: 'w1', orderNo: 1, parts: 3, minutes: 211 }),
    wish({ id: 'w3', orderNo: 3 }),
    wish({ id: 'x1', organisationId: 'o2' }),
    wish({ id: 's1', organisationId: 's', isSchool: true, parts: 3, minutes: 360, timesPerWeek: 5 }),
  ];
  const percents = orderPercents(input({ wishes }));
  expect(Object.fromEntries(percents)).toEqual({ w1: 100, w2: 85, w3: 70, x1: 100, s1: 100 });
});

test('if requests decide, a third of the requested hours counts in full', () => {
  const wishes = [1, 2, 3, 4].map((orderNo) => wish({ id: `w${orderNo}`, orderNo }));
  const percents = orderPercents(input({ wishes, rules: { ...defaultSeasonRules, fairness: 'asked' } }));
  expect([...percents.values()]).toEqual([100, 100, 85, 70]);
});

test('windows for schools only are not shared by others', () => {
  const windows = [
    { weekday: 2, opens: at(8), closes: at(15), onlyClass: 1 },
    { weekday: 2, opens: at(15), closes: at(16), onlyClass: null },
  ];
  const wishes = [wish({ id: 'w1', minutes: 61 }), wish({ id: 'w2', orderNo: 2 })];
  expect(orderPercents(input({ halls: [hall({ unitIds: ['a'], windows })], wishes })).get('w2')).toBe(85);
});

test('parts times minutes times days; every second week is half', () => {
  expect(partMinutes(wish({ parts: 2, minutes: 90, timesPerWeek: 3 }))).toBe(540);
  expect(partMinutes(wish({ parts: 2, minutes: 90, isFortnightly: true }))).toBe(90);
});

test('the order of rows in the database is irrelevant', () => {
  const rows = { halls: [hall({ id: 'h2' }), hall()], wishes: [wish({ id: 'w2' }), wish()] };
  const { halls, wishes } = inOrder(input(rows));
  expect([halls.map(({ id }) => id), wishes.map(({ id }) => id)]).toEqual([
    ['h1', 'h2'],
    ['w1', 'w2'],
  ]);
});

test('by members each organisation has its share of the hours, and wishes without a time at the end of the list do not affect the first', () => {
  const members = { o1: 300, o2: 100 };
  const rules = { ...defaultSeasonRules, fairness: 'members' as const, members };
  // Seven hours of three units: o1 is entitled to 945 unit minutes at full weight, o2 to 315.
  const of = (organisationId: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      wish({ id: `${organisationId} ${at}`, organisationId, orderNo: at + 1, minutes: 180, parts: 2 }),
    );
  const percents = (wishes: PlacingWish[]) => orderPercents(input({ rules, wishes }));
  const some = percents([...of('o1', 4), ...of('o2', 4)]);
  expect([0, 1, 2, 3].map((at) => [some.get(`o1 ${at}`), some.get(`o2 ${at}`)])).toEqual([
    [100, 100],
    [100, 85],
    [100, 70],
    [85, 70],
  ]);
  const padded = percents([...of('o1', 14), ...of('o2', 4)]);
  for (const [id, percent] of some) expect([id, padded.get(id)]).toEqual([id, percent]);
});

test('places of an option are sorted by time, then the first unit, then the hall, then the week', () => {
  const halls = [hall({ id: 'h2', unitIds: ['c', 'd'] }), hall({ id: 'h1', unitIds: ['a', 'b'] })];
  const places = placesOf(input({ halls }), wish({ isFortnightly: true }), tuesday(at(18), at(19, 30)));
  const expected = [at(18), at(18, 30)].flatMap((start) =>
    [
      ['h1', 'a'],
      ['h2', 'c'],
      ['h1', 'b'],
      ['h2', 'd'],
    ].flatMap(([facilityId, unit]) => ['even', 'odd'].map((week) => [start, facilityId, unit, week])),
  );
  expect(places.map(({ start, facilityId, unitIds, week }) => [start, facilityId, unitIds[0], week])).toEqual(expected);
});
