import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { announceMissing } from './announcing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.sql(`delete from fee_rule where layer = 'helper'`);
});
afterAll(async () => {
  setClock();
  await server.close();
});

const notifiedBy = async (address: string) =>
  (await server.sql<{ subject: string }>('select subject from outbox_mail where recipient = $1 order by created_at', [address])).map(
    ({ subject }) => subject,
  );

test('in November members with missing hours are notified once, nobody in other months, and not if the club disables it', async () => {
  const email = 'hanno@stunden.example';
  const [person] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Hanno', 'Hilf', '1985-02-03', $1, now(), now()) returning id`,
    [email],
  );
  await server.sql(
    `insert into member (id, club, person_id, member_no, status, kind, joined_on)
     values (gen_random_uuid(), 'RWA', $1, 'H-1', 'active', 'supporting', '2020-01-01')`,
    [person?.id],
  );
  setClock(new Date('2026-11-03T08:50:00Z'));
  await announceMissing(server);
  expect(await notifiedBy(email)).toEqual([]);
  await server.sql(
    `insert into fee_rule (id, club, layer, name, kinds, age_on, pro_rata_in, pro_rata_out, valid_from, rhythm, cents, due_minutes)
     values (gen_random_uuid(), 'RWA', 'helper', 'Helferstunden', '{supporting}', 'year_start', 'month', 'month', '2020-01-01', 'year', 1500, 300)`,
  );
  setClock(new Date('2026-10-31T08:50:00Z'));
  await announceMissing(server);
  expect(await notifiedBy(email)).toEqual([]);
  setClock(new Date('2026-11-03T08:50:00Z'));
  const svea = await server.signedIn('super');
  const set = async (value: boolean) => {
    const { body } = await svea.get<{ name: string; version: number }[]>('/api/config');
    const { version } = body.find(({ name }) => name === 'fees.hoursAnnounced') ?? {};
    expect((await svea.send('PUT', '/api/config/fees.hoursAnnounced', { value, version })).status).toBe(200);
  };
  await set(false);
  await announceMissing(server);
  expect(await notifiedBy(email)).toEqual([]);
  await set(true);
  await announceMissing(server);
  setClock(new Date('2026-11-04T08:50:00Z'));
  await announceMissing(server);
  expect(await notifiedBy(email)).toEqual(['Es fehlen noch 5 Stunden: Hanno Hilf']);
});
