import { expect, test } from 'vitest';
import { Timetable, type Placed } from './placing.ts';

const hall = { id: 'h1', name: 'Nord', unitIds: ['a', 'b'], bufferMinutes: 10, windows: [] };

function placed(changes: Partial<Placed> = {}): Placed {
  const place = { facilityId: 'h1', unitIds: ['a'], weekday: 2, start: 1080, end: 1170, week: 'every' } as const;
  return { ...place, wishId: 'w1', isLocked: false, reason: '', points: 1, option: 0, isKept: false, ...changes };
}

test.each<[string, Partial<Placed>, boolean]>([
  ['the same hour', {}, true],
  ['a minute before the buffer is over', { start: 1179, end: 1240 }, true],
  ['right after the buffer', { start: 1180, end: 1240 }, false],
  ['a minute into the buffer before', { start: 1000, end: 1071 }, true],
  ['right before the buffer', { start: 1000, end: 1070 }, false],
  ['the other part', { unitIds: ['b'] }, false],
  ['both parts', { unitIds: ['a', 'b'] }, true],
  ['another day', { weekday: 3 }, false],
  ['odd weeks', { week: 'odd' }, true],
])('%s is an obstacle: %s', (_what, changes, isInTheWay) => {
  const table = new Timetable([hall], [placed()]);
  expect(table.obstacles(placed({ wishId: 'w2', ...changes }))).toHaveLength(Number(isInTheWay));
});

test('odd and even weeks share an hour, and neither shares it with every week', () => {
  const table = new Timetable([hall], [placed({ week: 'odd' })]);
  expect(table.obstacles(placed({ week: 'even' }))).toEqual([]);
  expect(table.obstacles(placed({ week: 'odd' }))).toHaveLength(1);
  expect(table.obstacles(placed({ week: 'every' }))).toHaveLength(1);
});

test('a hall without a buffer allows consecutive groups without a break', () => {
  const table = new Timetable([{ ...hall, bufferMinutes: 0 }], [placed()]);
  expect(table.obstacles(placed({ start: 1170, end: 1200 }))).toEqual([]);
  expect(table.obstacles(placed({ start: 1169, end: 1200 }))).toHaveLength(1);
});

test('obstacles are listed by start, each once', () => {
  const late = placed({ wishId: 'w2', start: 1200, end: 1260, unitIds: ['a', 'b'] });
  const early = placed({ wishId: 'w1', unitIds: ['a', 'b'] });
  const table = new Timetable([hall], [late, early]);
  expect(table.obstacles(placed({ wishId: 'w3', unitIds: ['a', 'b'], start: 1080, end: 1260 }))).toEqual([early, late]);
});

test('a removed grant frees its place, and the wish has only the others', () => {
  const [one, other] = [placed(), placed({ weekday: 3 })];
  const table = new Timetable([hall], [one, other]);
  expect(table.of('w1')).toEqual([one, other]);
  table.remove(one);
  expect(table.of('w1')).toEqual([other]);
  expect([...table.placed]).toEqual([other]);
  expect(table.obstacles(placed({ wishId: 'w2' }))).toEqual([]);
});
