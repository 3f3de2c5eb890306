import { afterAll, beforeAll, expect, test } from 'vitest';
import { occurrencesOf } from '#shared/kernel/series.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { skipReasons, type Place } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const mondays = { weekday: 1, startsOn: '2026-09-28', endsOn: '2027-04-19', startTime: '18:30', endTime: '20:00' };

async function realDates(place: Place = {}) {
  const paused = await server.database.read(everyClub, (tx) =>
    skipReasons(tx, mondays.startsOn, mondays.endsOn, { ...place, mode: 'skip_both' }),
  );
  return occurrencesOf(mondays, paused);
}

test('the Mondays from 28.09.2026 to 19.04.2027 are 24 actual dates in NRW, the others have a reason', async () => {
  const dates = await realDates();
  expect(dates.filter(({ skipped }) => !skipped)).toHaveLength(24);
  expect(dates.flatMap(({ date, skipped }) => (skipped ? [[date, skipped]] : []))).toEqual([
    ['2026-10-19', 'Herbstferien'],
    ['2026-10-26', 'Herbstferien'],
    ['2026-12-28', 'Weihnachtsferien'],
    ['2027-01-04', 'Weihnachtsferien'],
    ['2027-03-22', 'Osterferien'],
    ['2027-03-29', 'Ostermontag'],
  ]);
});

test('the rules of a club and of a facility apply only to them', async () => {
  await server.sql(
    `insert into calendar_day_rule (scope, scope_id, kind, name, starts_on, ends_on) values
      ('club', 'SCB', 'closure', 'Vereinsfest', '2026-11-02', '2026-11-02'),
      ('facility', 'halle', 'closure', 'Hallenboden', '2026-11-09', '2026-11-16'),
      ('town', 'Auenfeld', 'movable_school_day', 'Rosenmontag', '2027-02-08', '2027-02-08')`,
  );
  const skipped = async (place: Place) => (await realDates(place)).filter((one) => one.skipped).map(({ date }) => date);
  expect(await skipped({})).toHaveLength(7);
  expect(await skipped({ club: 'SCB' })).toContain('2026-11-02');
  expect(await skipped({ club: 'RWA' })).not.toContain('2026-11-02');
  expect(await skipped({ facility: 'halle' })).toEqual(expect.arrayContaining(['2026-11-09', '2026-11-16']));
});

test('the database refuses a range that ends before it begins, and an unknown kind', async () => {
  const insert = (kind: string, from: string, to: string) =>
    server.sql(`insert into calendar_day_rule (scope, scope_id, kind, name, starts_on, ends_on) values ('state', 'NW', $1, 'x', $2, $3)`, [
      kind,
      from,
      to,
    ]);
  await expect(insert('school_holiday', '2027-01-02', '2027-01-01')).rejects.toThrow(/calendar_day_rule_order/);
  await expect(insert('party', '2027-01-01', '2027-01-01')).rejects.toThrow(/calendar_day_rule_kind/);
});
