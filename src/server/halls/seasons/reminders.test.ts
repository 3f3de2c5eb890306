import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { jobsOf } from '#server/jobs.ts';
import { makeHall } from '#test/halls.ts';
import { emailOf, startServer, testTime, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

test('who sent no wishes is reminded 14 and 3 days before the end, once each; who sent all is left in peace', async () => {
  const [armin, anton, alma] = [
    await server.signedIn('admin', 'GSV'),
    await server.signedIn('admin', 'RWA'),
    await server.signedIn('admin', 'SCB'),
  ];
  const contacts = [{ name: 'Sina See', email: 'see@schule.test' }];
  await armin.post<Organisation>('/api/organisations', { name: 'Schule am See', kind: 'school', contacts });
  const hall = await makeHall(server, 'GSV', { units: 1 });
  const season = (
    await armin.post<Season>('/api/seasons', {
      name: 'Winterrunde',
      criteria: 'Jugend zuerst.',
      startsOn: '2027-01-04',
      endsOn: '2027-03-28',
      wishesFrom: '2026-11-01T06:00:00Z',
      wishesUntil: '2026-12-01T22:00:00Z',
      facilities: [{ facilityId: hall.id, windows: [] }],
    })
  ).body;
  await armin.post(`/api/seasons/${season.id}/phase`, { to: 'open', version: season.version });
  const options = [{ facilityId: hall.id, weekday: 2, fromTime: '17:00', toTime: '18:30' }];
  const wish = (groupName: string) => ({ groupName, sport: 'Handball', ageGroup: 'adults', participants: 15, options });
  const sent = (await anton.post<Wish>(`/api/seasons/${season.id}/wishes`, wish('Minis'))).body;
  await anton.post(`/api/seasons/${season.id}/wishes/actions`, { action: 'submit', wishIds: [sent.id] });
  await alma.post(`/api/seasons/${season.id}/wishes`, wish('Herren'));

  const remind = () =>
    jobsOf(server, undefined)
      .find(({ name }) => name === 'season-reminders')
      ?.work();
  const reminded = async () =>
    (
      await server.sql<{ recipient: string }>(
        "select recipient from outbox_mail where subject = 'Hallenvergabe Winterrunde: Wünsche nur noch bis 01.12.2026' order by recipient",
      )
    ).map(({ recipient }) => recipient);
  await remind();
  await remind();
  const first = await reminded();
  expect(first).toContain('see@schule.test');
  expect(first).toContain(emailOf('admin', 'SCB'));
  expect(first).not.toContain(emailOf('admin', 'RWA'));
  expect(new Set(first).size).toBe(first.length);
  expect(await server.latestMail(emailOf('admin', 'SCB'))).toContain('Entwürfe, die noch nicht abgesendet sind: 1.');
  setClock(new Date('2026-11-29T09:00:00Z'));
  await remind();
  expect(await reminded()).toHaveLength(first.length * 2);

  // In the consultation those with wishes are reminded once, three days before objections end.
  await server.sql("update season set phase = 'consultation', objections_until = '2026-12-10T20:00:00Z' where id = $1", [season.id]);
  const subject = 'Hallenvergabe Winterrunde: Einwände nur noch bis 10.12.2026';
  const warned = async () => (await server.sql('select recipient from outbox_mail where subject = $1', [subject])).length;
  setClock(new Date('2026-12-07T09:00:00Z'));
  await remind();
  expect(await warned()).toBe(0);
  setClock(new Date('2026-12-08T09:00:00Z'));
  await remind();
  await remind();
  expect(await warned()).toBeGreaterThan(1);
  const recipients = await server.sql('select distinct recipient from outbox_mail where subject = $1', [subject]);
  expect(await warned()).toBe(recipients.length);
});
