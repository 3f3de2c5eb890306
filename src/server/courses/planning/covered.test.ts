import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { ClearanceView } from '#shared/people/clearances.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let edda: Client;
let anton: Client;
let trainerId = '';
let otherId = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  edda = await server.signedIn('editor');
  anton = await server.signedIn('admin');
  trainerId = (await (await server.signedIn('trainer')).get<OwnPerson[]>('/api/people/mine')).body[0]?.id ?? '';
  const [other] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Vera', 'Vertretung', now(), now()) returning id`,
  );
  otherId = other?.id ?? '';
  await server.outdate();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const fields = (ageMin: number | null) => ({
  kind: 'course',
  title: 'Turnen',
  startsOn: '2027-01-11',
  endsOn: '2027-02-02',
  ageMin,
  slots: [{ weekday: 1, startTime: '18:00', endTime: '19:30', place: 'Wiese' }],
  prices: [{ category: 'non_member', cents: 6000 }],
  trainers: [{ personId: trainerId, role: 'lead' }],
  contactName: 'Edda Rotmuster',
  contactEmail: 'edda@example.org',
});
const draftOf = async (ageMin: number | null) => (await edda.post<EditedCourse>('/api/manage/courses', fields(ageMin))).body;
const publish = ({ id, version }: EditedCourse) =>
  edda.post<EditedCourse & Pick<ProblemBody, 'fields'>>(`/api/manage/courses/${id}/status`, { to: 'published', version });
const block = async (isOn: boolean) => {
  const superuser = await server.signedIn('super');
  const { body: before } = await superuser.get<{ name: string; version?: number }[]>('/api/config');
  const version = before.find(({ name }) => name === 'people.clearanceBlocks')?.version;
  return superuser.send('PUT', '/api/config/people.clearanceBlocks', { value: isOn, version: version ?? 0 });
};

test('the planner of an offer for minors sees the leaders without a valid certificate of good conduct, and may publish it', async () => {
  const youth = await draftOf(6);
  expect(youth.warnings).toEqual([expect.stringContaining('liegt kein gültiges erweitertes Führungszeugnis vor')]);
  const published = await publish(youth);
  expect([published.status, published.body.warnings.length]).toEqual([200, 1]);
  expect((await draftOf(18)).warnings).toEqual([]);
  expect((await draftOf(null)).warnings).toHaveLength(1);
});

test('if the club requires it, nobody without a certificate leads minors: no publication, no new leader, no substitute', async () => {
  const running = (await publish(await draftOf(6))).body;
  expect((await block(true)).status).toBe(200);
  const draft = await draftOf(6);
  const refused = await publish(draft);
  expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([409, ['trainers']]);
  const save = (personId: string) =>
    edda.send<ProblemBody>('PUT', `/api/manage/courses/${running.id}`, {
      ...fields(6),
      trainers: [
        { personId: trainerId, role: 'lead' },
        { personId, role: 'assistant' },
      ],
      version: running.version,
    });
  expect((await save(otherId)).body.fields?.[0]?.path).toBe('trainers');
  const stand = () => edda.post<ProblemBody>(`/api/sessions/${running.sessions[0]?.id}/substitute`, { personId: otherId });
  expect((await stand()).body.fields?.[0]?.path).toBe('personId');
  // Not required for adults only, nor once the board has seen the certificates.
  expect((await publish(await draftOf(18))).status).toBe(200);
  for (const id of [trainerId, otherId])
    await anton.send('PUT', `/api/clearances/${id}`, {
      certificateOn: '2026-01-12',
      seenOn: '2026-01-20',
      result: 'noEntry',
      dutyEndedOn: '',
      version: 0,
    });
  expect((await publish(draft)).status).toBe(200);
  expect((await stand()).status).toBe(200);
  expect((await save(otherId)).status).toBe(200);
  await block(false);
});

test('a certificate that is "not with minors", overdue, or of an ended duty is not valid for anybody', async () => {
  const noted = async (values: string) => {
    await server.sql(`update clearance set ${values} where person_id = $1`, [trainerId]);
    return (await draftOf(6)).warnings.length;
  };
  expect(await noted("result = 'notWithMinors'")).toBe(1);
  expect(await noted("result = 'noEntry', certificate_on = '2020-01-01'")).toBe(1);
  expect(await noted("certificate_on = '2026-01-12', duty_ended_on = '2026-01-21'")).toBe(1);
  expect(await noted('duty_ended_on = null')).toBe(0);
});

test('a certificate of 29 February is valid until the day before the 28th of its last year, in the list as at the offer', async () => {
  const light = async () =>
    (await anton.get<ClearanceView[]>('/api/clearances')).body.find(({ personId }) => personId === trainerId)?.light;
  const on = async (day: string) => {
    setClock(new Date(`${day}T09:00:00Z`));
    return [await light(), (await draftOf(6)).warnings.length];
  };
  try {
    await server.sql(
      `insert into clearance (person_id, club, certificate_on, seen_on, result, created_at)
       values ($1, 'RWA', '2020-02-29', '2020-03-10', 'noEntry', now())
       on conflict (person_id) do update set certificate_on = '2020-02-29', seen_on = '2020-03-10', duty_ended_on = null, result = 'noEntry'`,
      [trainerId],
    );
    await server.outdate();
    expect(await on('2025-02-27')).toEqual(['soon', 0]);
    expect(await on('2025-02-28')).toEqual(['overdue', 1]);
  } finally {
    setClock(testTime);
  }
});
