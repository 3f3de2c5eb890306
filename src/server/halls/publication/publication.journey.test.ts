import { expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import { makeHall, overlaps } from '#test/halls.ts';
import { evening, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();

// The Tuesdays of the season without the Christmas holidays (until 06.01.) and Easter (from 22.03.).
const tuesdays = ['01-12', '01-19', '01-26', '02-02', '02-09', '02-16', '02-23', '03-02', '03-09', '03-16'].map((day) => `2027-${day}`);

test('dates fall as counted by hand around holidays, a closed week and a tournament; after a crash the rest follows, nothing twice, and each is told once', async () => {
  const { armin, alma, server } = rounds;
  const contacts = [{ name: 'Sina See', email: 'see@turnclub.test' }];
  const { body: club } = await armin.post<Organisation>('/api/organisations', { name: 'Turnclub See', kind: 'club', contacts });
  const halls = [];
  for (let count = 0; count < 3; count += 1) halls.push(await makeHall(server, 'GSV', { units: 1 }));
  // Halls are published in the order of their ids.
  const [first, second, third] = halls.toSorted((a, b) => a.id.localeCompare(b.id));
  if (!first || !second || !third) throw new Error('There are no halls.');
  const { season } = await rounds.make({ facilities: halls.map(({ id }) => ({ facilityId: id, windows: [] })) });
  await rounds.go(season.id, 'open');
  for (const hall of halls) await rounds.wishFor(armin, season.id, { ...group(hall.slug, [evening(hall)]), organisationId: club.id });
  const other = await rounds.wishFor(alma, season.id, group('Damen', [evening(first, { weekday: 3 })]));
  await rounds.act(alma, season.id, 'submit', [other.body.id]);
  await rounds.go(season.id, 'planning', { reason: 'Alle haben abgesendet' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' });
  for (const date of ['2027-01-12', '2027-01-19']) {
    const place = { facilityId: first.id, unitIds: first.unitIds, date, startTime: '12:00', endTime: '20:00' };
    expect((await armin.post('/api/bookings', { ...place, title: 'Turnier', kind: 'event' })).status).toBe(200);
  }
  await server.sql(
    `insert into calendar_day_rule (scope, scope_id, kind, name, starts_on, ends_on)
     values ('facility', $1, 'closure', 'Neuer Boden', '2027-02-01', '2027-02-07')`,
    [second.id],
  );
  server.outdate();
  expect((await rounds.go(season.id, 'publishing', { name: season.name })).status).toBe(200);

  // The third hall fails on the first attempt.
  await server.sql(`create function refuse_hall() returns trigger language plpgsql as $$ begin
    if new.facility_id = '${third.id}' then raise exception 'crash'; end if; return new; end $$`);
  await server.sql('create trigger refuse_hall before insert on booking_series for each row execute function refuse_hall()');
  await expect(rounds.publish()).rejects.toThrow();
  expect(await rounds.read(season.id)).toMatchObject({ phase: 'publishing', published: { done: 2, of: 3 } });
  expect(await mailsOf(season.name)).toEqual([]);
  await server.sql('drop trigger refuse_hall on booking_series');
  await rounds.publish();
  await rounds.publish();
  expect((await rounds.read(season.id)).phase).toBe('published');

  const days = await server.sql<{ hall: string; days: string[]; skipped: { date: string; reason: string }[] }>(
    `select s.facility_id as hall, s.skipped, (select json_agg(b.local_date::text order by b.local_date) from booking b
       where b.series_id = s.id and b.state = 'approved') as days
     from booking_series s where s.organisation_id = $1 order by s.facility_id`,
    [club.id],
  );
  expect(days.map(({ hall, days: own }) => [hall, own])).toEqual([
    [first.id, tuesdays.slice(2)],
    [second.id, tuesdays.filter((day) => day !== '2027-02-02')],
    [third.id, tuesdays],
  ]);
  expect(days[0]?.skipped.filter(({ reason }) => reason.startsWith('Belegt'))).toEqual([
    { date: '2027-01-12', reason: 'Belegt: GSV' },
    { date: '2027-01-19', reason: 'Belegt: GSV' },
  ]);
  expect(days[1]?.skipped).toContainEqual({ date: '2027-02-02', reason: expect.stringContaining('Neuer Boden') });
  expect((await mailsOf(season.name)).toSorted()).toEqual(['admin@scb.test', 'see@turnclub.test']);
  expect(await server.latestMail('see@turnclub.test')).toContain(
    'Es fallen aus: 05.01.2027 (Weihnachtsferien); 12.01.2027, 19.01.2027 (Belegt: GSV)',
  );
  expect(await overlaps(server)).toBe(0);
});

async function mailsOf(name: string): Promise<string[]> {
  const rows = await rounds.server.sql<{ recipient: string }>('select recipient from outbox_mail where subject = $1', [
    `Hallenvergabe ${name}: Der Plan gilt`,
  ]);
  return rows.map(({ recipient }) => recipient);
}
