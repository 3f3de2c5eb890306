import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClearanceView } from '#shared/people/clearances.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { trainersData } from './personalData.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  // Deletes those of the demo data.
  await server.sql('delete from trainer_proof');
  await server.sql('delete from clearance');
});
afterAll(() => server.close());

const seen = { certificateOn: '2026-01-12', seenOn: '2026-01-20', result: 'noEntry', dutyEndedOn: '', version: 0 };
const list = async () => (await anton.get<ClearanceView[]>('/api/clearances')).body;
const note = (personId: string, values: object = {}, client = anton) =>
  client.send<ClearanceView>('PUT', `/api/clearances/${personId}`, { ...seen, ...values });

/** A person of the club who leads no offer. */
async function personOf(club: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at)
      values (gen_random_uuid(), $1, 'Bea', 'Begleitung', now(), now()) returning id`,
    [club],
  );
  await server.outdate();
  return row?.id ?? '';
}

test('a leader of an offer is listed as missing until the board records a certificate', async () => {
  const leader = (await list()).find(({ offers }) => offers.length > 0);
  if (!leader) throw new Error('Nobody leads an offer.');
  expect([leader.light, leader.noted, leader.version]).toEqual(['missing', null, 0]);
  const { status, body } = await note(leader.personId);
  expect([status, body.dueOn, body.light, body.version, body.seenBy !== '']).toEqual([200, '2031-01-12', 'valid', 1, true]);
  expect((await list()).find(({ personId }) => personId === leader.personId)).toEqual(body);
  expect((await anton.send('DELETE', `/api/clearances/${leader.personId}`)).status).toBe(200);
  expect((await list()).find(({ personId }) => personId === leader.personId)?.light).toBe('missing');
});

test('of two concurrent records the second is refused, and nothing of the first is lost', async () => {
  const id = await personOf('RWA');
  const answers = await Promise.all([note(id), note(id, { result: 'notWithMinors' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const kept = answers.find(({ status }) => status === 200)?.body;
  expect((await list()).find(({ personId }) => personId === id)).toEqual(kept);
});

test('a future day and a certificate issued after its inspection are refused at their fields', async () => {
  const id = await personOf('RWA');
  const fieldOf = async (values: object) => {
    const { status, body } = await note(id, values);
    return [status, (body as unknown as { fields?: { path: string }[] }).fields?.[0]?.path];
  };
  expect(await fieldOf({ seenOn: '2199-01-01' })).toEqual([422, 'seenOn']);
  expect(await fieldOf({ certificateOn: '2026-01-21' })).toEqual([422, 'certificateOn']);
});

test('no file and no text is accepted, and the log never contains the result of the certificate', async () => {
  const id = await personOf('RWA');
  expect((await note(id, { file: 'zeugnis.pdf' })).status).toBe(422);
  expect((await note(id, { note: 'Eintrag wegen' })).status).toBe(422);
  expect((await note(id, { result: 'notWithMinors' })).status).toBe(200);
  const rows = await server.sql<{ row: string }>(`select to_jsonb(a)::text as row from audit a where action = 'clearances.manage'`);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => /notWithMinors|Minderjährig/.test(row))).toEqual([]);
});

test('only the board of the club reads or records; people of another club give 404', async () => {
  const id = await personOf('RWA');
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([role, (await client.get('/api/clearances')).status, (await note(id, {}, client)).status]).toEqual([role, 403, 403]);
  }
  expect((await server.visitor().get('/api/clearances')).status).toBe(401);
  const other = await personOf('SCB');
  expect((await note(other)).status).toBe(404);
  expect((await anton.get('/api/clearances?club=SCB')).status).toBe(404);
});

test('three months after the last duty the entry is deleted automatically, not a day before', async () => {
  const [gone, stays] = [await personOf('RWA'), await personOf('RWA')];
  for (const id of [gone, stays]) await note(id);
  await server.sql(`update clearance set duty_ended_on = (now() - interval '3 months 2 days')::date where person_id = $1`, [gone]);
  await server.sql(`update clearance set duty_ended_on = (now() - interval '2 months 27 days')::date where person_id = $1`, [stays]);
  await server.outdate();
  const [rule] = trainersData.retention ?? [];
  expect(await server.database.write(everyClub, (write) => rule?.forget(write) ?? Promise.resolve(0))).toBe(1);
  const ids = (await list()).map(({ personId }) => personId);
  expect([ids.includes(gone), ids.includes(stays)]).toEqual([false, true]);
});

test('a person who no longer leads an offer is a task until the last day is recorded, with the last led session as a proposal', async () => {
  const open = async () =>
    (await anton.get<{ name: string; count: number }[]>('/api/dashboard')).body.find(({ name }) => name === 'lastDaysMissing')?.count ?? 0;
  const found = async (id: string) => (await list()).find(({ personId }) => personId === id);
  const leader = (await list()).find(({ offers }) => offers.length > 0);
  if (!leader) throw new Error('Nobody leads an offer.');
  const id = leader.personId;
  await note(id);
  const before = await open();
  expect((await found(id))?.lastDay).toBe('');
  const [ended] = await server.sql<{ day: string }>(
    `with own as (select course_id as id from course_trainer where person_id = $1),
       over as (update course set status = 'completed' where id in (select id from own) returning id),
       gone as (delete from course_session where course_id in (select id from own) and local_date > current_date - 1)
     select max(local_date)::text as day from course_session where course_id in (select id from own) and local_date < current_date and state <> 'cancelled'`,
    [id],
  );
  await server.outdate();
  expect([(await found(id))?.lastDay, await open()]).toEqual([ended?.day, before + 1]);
  expect((await note(id, { dutyEndedOn: ended?.day, version: 1 })).body.lastDay).toBe('');
  expect(await open()).toBe(before);
  // No last day is asked for persons who supervise children without leading, nor for those who only led before the
  // certificate was inspected.
  expect((await note(await personOf('RWA'))).body.lastDay).toBe('');
  const [now] = await server.sql<{ today: string }>('select current_date::text as today');
  expect((await note(id, { seenOn: now?.today, certificateOn: now?.today, version: 2 })).body.lastDay).toBe('');
  expect(await open()).toBe(before);
});

test('when two records of one person are merged, the certificate issued last is kept', async () => {
  const [kept, other] = [await personOf('RWA'), await personOf('RWA')];
  await note(kept);
  await note(other, { certificateOn: '2026-03-02', seenOn: '2026-03-05' });
  const merged = await anton.post(`/api/people/${kept}/merge`, { otherId: other, version: 1, otherVersion: 1, taken: [], allowed: [] });
  expect(merged.status).toBe(200);
  const found = (await list()).filter(({ personId }) => personId === kept || personId === other);
  expect(found.map(({ personId, noted }) => [personId, noted?.certificateOn])).toEqual([[kept, '2026-03-02']]);
});

test('an offer that somebody under 18 may attend is listed with its leader, one for adults only is not', async () => {
  const leader = (await list()).find(({ offers }) => offers.length > 0);
  if (!leader) throw new Error('Nobody leads an offer.');
  const [title = ''] = leader.offers;
  const namedFor = async (from: number | null, reference: string) => {
    await server.sql(`update course set age_min = $2, age_max = null, age_reference = $3 where title = $1 and club = 'RWA'`, [
      title,
      from,
      reference,
    ]);
    await server.outdate();
    return (await list()).find(({ personId }) => personId === leader.personId)?.youthOffers.includes(title);
  };
  expect([await namedFor(null, 'course_start'), await namedFor(17, 'course_start')]).toEqual([true, true]);
  expect([await namedFor(18, 'course_start'), await namedFor(18, 'session')]).toEqual([false, false]);
  expect([await namedFor(18, 'birth_year'), await namedFor(19, 'birth_year')]).toEqual([true, false]);
});
