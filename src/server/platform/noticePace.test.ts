import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoticePace, paceMs, spreadMs } from './noticePace.ts';
import { noticeTexts, type NoticeRow } from './notices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let id = 0;
const change = (collection = 'courses', entity: string | null = 'a'): NoticeRow => ({
  id: `${++id}`,
  collection,
  club: 'RWA',
  entity_id: entity,
});

/** A pace for this number of listeners; records the ids of the rows that were sent together. */
function hearing(listeners: number, isBusy = () => false) {
  const told: number[][] = [];
  const pace = new NoticePace({
    count: () => listeners,
    tell: (rows) => void told.push(rows.map((row) => Number(row.id))),
    isBusy,
  });
  return { told, pace };
}

test('few listeners get each change at once', () => {
  const { told, pace } = hearing(10);
  for (let at = 0; at < 5; at++) pace.take(change());
  expect(told).toHaveLength(5);
});

test('many listeners get many changes as one, soon after the first and then at intervals, and none is lost', () => {
  const { told, pace } = hearing(200);
  const rows = Array.from({ length: 6 }, () => change());
  for (const row of rows.slice(0, 3)) pace.take(row);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(told).toHaveLength(1);
  for (const row of rows.slice(3)) pace.take(row);
  vi.advanceTimersByTime(paceMs(200) - 1);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told).toHaveLength(2);
  expect(told.flat()).toEqual(rows.map((row) => Number(row.id)));
  vi.advanceTimersByTime(10 * paceMs(200));
  pace.take(change());
  vi.advanceTimersByTime(300);
  expect(told).toHaveLength(3);
});

test('another collection does not wait for the first, and its notice does not include delayed changes', () => {
  const { told, pace } = hearing(200);
  const [first, held, other] = [change(), change(), change('events')];
  pace.take(first);
  vi.advanceTimersByTime(300);
  for (const row of [held, other]) pace.take(row);
  vi.advanceTimersByTime(300);
  expect(told.flat()).toEqual([Number(first.id), Number(other.id)]);
  expect(pace.sentUpTo(Number(other.id))).toBe(Number(first.id));
  vi.advanceTimersByTime(paceMs(200));
  expect(pace.sentUpTo(Number(other.id))).toBe(Number(other.id));
});

test('while the process is busy delayed notices wait longer, but not forever', () => {
  const busy = { now: true };
  const { told, pace } = hearing(200, () => busy.now);
  pace.take(change());
  vi.advanceTimersByTime(4 * 300);
  expect(told).toHaveLength(0);
  busy.now = false;
  vi.advanceTimersByTime(300);
  expect(told).toHaveLength(1);
  busy.now = true;
  pace.take(change());
  vi.advanceTimersByTime(12 * paceMs(200));
  expect(told).toHaveLength(2);
});

test('more listeners are notified less often, and their pages refetch within two seconds', () => {
  expect([1, 20, 200, 1000].map(paceMs)).toEqual([0, 500, 2000, 10_000]);
  expect([1, 20, 200, 1000].map(spreadMs)).toEqual([0, 500, 2000, 2000]);
});

test('records are listed once with the id of the last change; above a limit, any may have changed', () => {
  const events = (rows: NoticeRow[]) =>
    noticeTexts(rows, 99, 500)
      .split('\n\n')
      .filter(Boolean)
      .map((text) => [/^id: (.*)$/m.exec(text)?.[1], JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')]);
  const told = { collection: 'courses', club: 'RWA', spreadMs: 500 };
  expect(events([change('courses', 'a'), change('courses', 'b'), change('courses', 'a')])).toEqual([
    [undefined, { ...told, entityId: 'a' }],
    ['99', { ...told, entityId: 'b' }],
  ]);
  expect(events(Array.from({ length: 30 }, (_, at) => change('courses', `${at}`)))).toEqual([['99', told]]);
  expect(events([change('courses', 'a'), change('courses', null)])).toEqual([['99', told]]);
});
