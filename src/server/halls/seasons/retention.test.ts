import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { seasonsData } from './personalData.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-11-21T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

async function makeSeason(name: string, endsOn: string, phase: string): Promise<string> {
  const [organisation] = await server.sql<{ id: string }>("select id from organisation where club = 'SCB'");
  const id = randomUUID();
  await server.sql(
    `insert into season (id, manager_club, name, starts_on, ends_on, wishes_from, wishes_until, phase, rules)
     select $1, 'GSV', $2, $3::date - 200, $3, $3::date - 300, $3::date - 250, $4, (select rules from season limit 1)`,
    [id, name, endsOn, phase],
  );
  await server.sql(
    `insert into wish (season_id, organisation_id, order_no, group_name, kind, age_group, participants, parts, minutes, contact_name, contact_phone, note, state)
     values ($1, $2, 1, 'Minis', 'training', 'youth', 12, 1, 90, 'Petra Privat', '0291', 'Knie', 'submitted')`,
    [id, organisation?.id],
  );
  await server.sql(
    `insert into season_plan (season_id, number, name, made_by, frozen_at, sent_out_at, created_at)
     values ($1, 1, 'Entwurf', 'draft', now(), null, now()), ($1, 2, 'Verschickt', 'hand', now(), now(), now())`,
    [id],
  );
  return id;
}

/** The records of a season that are left: contacts of wishes, and versions of its plan. */
async function leftOf(id: string): Promise<unknown> {
  const [row] = await server.sql<{ left: unknown }>(
    `select json_build_array((select contact_name || contact_phone || note from wish where season_id = s.id),
       (select json_agg(name order by number) from season_plan where season_id = s.id)) as left from season s where s.id = $1`,
    [id],
  );
  return row?.left;
}

async function forget(): Promise<number> {
  let gone = 0;
  for (const rule of seasonsData.retention ?? []) gone += await server.database.write(everyClub, rule.forget);
  return gone;
}

test('people and drafts of a season go after three years, the sent plan with its reasons after ten, a cancelled one after one', async () => {
  const [young, old, ancient] = [
    await makeSeason('2024', '2024-11-30', 'published'),
    await makeSeason('2023', '2023-11-01', 'published'),
    await makeSeason('2016', '2016-11-01', 'published'),
  ];
  const [fresh, cancelled] = [await makeSeason('Neu', '2026-12-31', 'cancelled'), await makeSeason('Alt', '2026-07-31', 'cancelled')];
  const whole = ['Petra Privat0291Knie', ['Entwurf', 'Verschickt']];
  // Two seasons lose a contact of a wish and a draft each; then the older one is deleted completely.
  expect(await forget()).toBe(5);
  expect(await leftOf(young)).toEqual(whole);
  expect(await leftOf(old)).toEqual(['', ['Verschickt']]);
  expect(await leftOf(ancient)).toBeUndefined();
  expect(await leftOf(fresh)).toEqual(whole);
  expect(await leftOf(cancelled)).toEqual(whole);
  setClock(new Date('2026-12-31T09:00:00Z'));
  expect(await forget()).toBe(1);
  expect(await leftOf(cancelled)).toBeUndefined();
  expect(await leftOf(fresh)).toEqual(whole);
});
