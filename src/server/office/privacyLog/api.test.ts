import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErasurePreview, SubjectFile } from '#shared/office/privacy.ts';
import type { PrivacyLog, WholeCase } from '#shared/office/privacyLog/contract.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { jobsOf } from '#server/jobs.ts';
import { setClock } from '#server/platform/process/clock.ts';

const start = new Date('2026-11-24T09:00:00Z');
const cases = '/api/privacy/cases';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
beforeEach(() => setClock(start));
afterEach(() => setClock());
afterAll(() => server.close());

const request = {
  kind: 'request',
  asked: 'access',
  cameBy: 'letter',
  knownOn: '2026-11-20',
  knownTime: '00:00',
  personId: null as string | null,
  concerns: 'Paula Muster, Musterweg 1',
  text: 'Möchte wissen, was über sie gespeichert ist.',
};
const breach = {
  ...request,
  kind: 'breach',
  asked: null,
  knownOn: '2026-11-23',
  knownTime: '08:15',
  concerns: 'Die Turnerliste',
  text: 'Liste verloren',
};

async function opened(client: Client, input: object = request): Promise<WholeCase> {
  const { status, body } = await client.post<WholeCase>(cases, input);
  expect(status).toBe(200);
  return body;
}
const act = (client: Client, { id }: { id: string }, action: string, input: object) =>
  client.post<WholeCase & ProblemBody>(`${cases}/${id}/${action}`, input);
const faults = ({ body }: { body: ProblemBody }) => Object.fromEntries((body.fields ?? []).map(({ path, message }) => [path, message]));
const log = async (client: Client, query = '') => (await client.get<PrivacyLog>(`${cases}${query}`)).body;
const numberOf = async (client: Client) =>
  (await client.get<{ name: string; count: number }[]>('/api/dashboard')).body.find(({ name }) => name === 'privacyCases')?.count;

/** A person of the club with nothing but the record. */
async function somebody(club = 'RWA'): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const lastname = `Frager${id.slice(0, 6)}`;
  await server.sql(
    "insert into person (id, club, firstname, lastname, created_at, updated_at) values ($1, $2, 'Paula', $3, now(), now())",
    [id, club, lastname],
  );
  return { id, name: `Paula ${lastname}` };
}

test('the log is for the board of the own club, and for a super', async () => {
  const anton = await server.signedIn('admin');
  const one = await opened(anton);
  expect((await server.visitor().get(cases)).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect((await client.get(cases)).status).toBe(403);
    expect((await client.post(cases, request)).status).toBe(403);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get(`${cases}?club=RWA`)).status).toBe(404);
  expect((await alma.get(`${cases}/${one.id}`)).status).toBe(404);
  expect((await act(alma, one, 'steps', { text: 'Fremd' })).status).toBe(404);
  expect((await log(alma)).open).toEqual([]);
  const svea = await server.signedIn('super');
  expect((await log(svea, '?club=RWA')).open.map(({ id }) => id)).toContain(one.id);
  expect((await opened(svea, { ...request, club: 'SCB' })).club).toBe('SCB');
});

test('a breach has 72 hours and a request a month; the most urgent comes first, and the dashboard counts exactly these', async () => {
  const gina = await server.signedIn('admin', 'GSV');
  expect(await numberOf(gina)).toBe(0);
  const later = await opened(gina);
  const sooner = await opened(gina, breach);
  expect([later.dueAt, sooner.dueAt]).toEqual(['2026-12-20T22:59:59.999Z', '2026-11-26T07:15:00.000Z']);
  expect((await log(gina)).open.map(({ id }) => id)).toEqual([sooner.id, later.id]);
  expect(await numberOf(gina)).toBe(2);
  expect((await act(gina, sooner, 'closing', { outcome: 'reported', outcomeOn: '2026-11-24', outcomeText: '', version: 1 })).status).toBe(
    200,
  );
  const { open, closed } = await log(gina);
  expect([open.map(({ id }) => id), closed.map(({ id }) => id)]).toEqual([[later.id], [sooner.id]]);
  expect(await numberOf(gina)).toBe(1);
});

test('missing or invalid data are reported at their field, and nothing is written', async () => {
  const anton = await server.signedIn('admin');
  const before = (await log(anton)).open.length;
  const refused = async (input: object) => {
    const answer = await anton.post<ProblemBody>(cases, input);
    expect(answer.status).toBe(422);
    return faults(answer);
  };
  expect(await refused({ ...request, asked: null, concerns: '' })).toEqual({
    asked: 'Bitte wählen.',
    concerns: 'Bitte oben die Person wählen oder hier sagen, wer fragt.',
  });
  expect(await refused({ ...breach, concerns: '', text: ' ' })).toMatchObject({ text: 'Bitte ausfüllen.' });
  expect(await refused({ ...breach, concerns: '' })).toEqual({ concerns: 'Bitte angeben, wen es betrifft.' });
  expect(await refused({ ...request, knownOn: '2026-11-25' })).toEqual({ knownOn: 'Das liegt in der Zukunft.' });
  expect(await refused({ ...breach, knownOn: '2026-11-24', knownTime: '10:01' })).toEqual({ knownTime: 'Das liegt in der Zukunft.' });
  expect(await refused({ ...breach, knownOn: '2026-03-29', knownTime: '02:30' })).toEqual({
    knownTime: 'Diese Uhrzeit gab es wegen der Zeitumstellung nicht.',
  });
  const foreign = await somebody('SCB');
  expect(await refused({ ...request, personId: foreign.id })).toEqual({ personId: 'Diese Person gibt es hier nicht.' });
  expect((await log(anton)).open).toHaveLength(before);
});

test('each action is a step with its author, and nobody changes or deletes a step', async () => {
  const anton = await server.signedIn('admin');
  const one = await opened(anton, breach);
  expect(one.steps).toMatchObject([{ kind: 'opened', by: 'Anton Rotmuster', text: 'Vorfall, bekannt seit 23.11.2026.' }]);
  const svea = await server.signedIn('super');
  setClock(new Date('2026-11-24T10:00:00Z'));
  await act(svea, one, 'steps', { text: 'Alle Passwörter geändert.' });
  setClock(new Date('2026-11-24T11:00:00Z'));
  const edit = (version: number) =>
    anton.send<WholeCase & ProblemBody>('PUT', `${cases}/${one.id}`, { ...breach, knownTime: '07:00', version });
  expect((await edit(7)).status).toBe(409);
  const corrected = (await edit(1)).body;
  expect(corrected.dueAt).toBe('2026-11-26T06:00:00.000Z');
  expect(corrected.steps.map(({ kind, by }) => [kind, by])).toEqual([
    ['opened', 'Anton Rotmuster'],
    ['note', expect.stringMatching(/^Svea /)],
    ['changed', 'Anton Rotmuster'],
  ]);
  expect(corrected.steps.at(-1)?.text).toBe('Bekannt seit: 23.11.2026, 07:00 Uhr statt 23.11.2026, 08:15 Uhr.');
  await expect(server.sql("update privacy_case_step set text = 'x' where case_id = $1", [one.id])).rejects.toMatchObject({ code: '42501' });
  await expect(server.sql('delete from privacy_case_step where case_id = $1', [one.id])).rejects.toMatchObject({ code: '42501' });
  await expect(server.sql('delete from privacy_case where id = $1', [one.id])).rejects.toMatchObject({ code: '42501' });
  const [entry] = await server.sql(
    "select name, content from audit where action = 'privacyLog.manage' and entity_id = $1 order by id desc limit 1",
    [one.id],
  );
  expect(entry).toEqual({ name: 'Anton Rotmuster', content: 'Vorfall vom 23.11.2026: Berichtigt' });
});

test('a request is extended once, and only if the requester was notified within the first month', async () => {
  const anton = await server.signedIn('admin');
  const one = await opened(anton, { ...request, knownOn: '2026-10-22' });
  const extend = (toldOn: string, version = 1, of: { id: string } = one) =>
    act(anton, of, 'extension', { reason: 'Akten aus 20 Jahren.', toldOn, version });
  expect(faults(await extend('2026-10-21'))).toEqual({ toldOn: 'Das liegt vor der Anfrage.' });
  expect(faults(await extend('2026-11-25'))).toEqual({ toldOn: 'Das liegt in der Zukunft.' });
  expect(faults(await extend('2026-11-23'))).toEqual({ toldOn: 'Eine Verlängerung muss bis zum 22.11.2026 mitgeteilt sein.' });
  const { status, body } = await extend('2026-11-22');
  expect([status, body.dueAt, body.extension]).toEqual([
    200,
    '2027-01-22T22:59:59.999Z',
    { reason: 'Akten aus 20 Jahren.', toldOn: '2026-11-22' },
  ]);
  expect((await extend('2026-11-22', 2)).body.code).toBe('wrong-state');
  const moved = await anton.send<ProblemBody>('PUT', `${cases}/${one.id}`, { ...request, knownOn: '2026-10-21', version: 2 });
  expect(faults(moved)).toEqual({ knownOn: 'Das passt nicht zur Verlängerung, die am 22.11.2026 mitgeteilt wurde.' });
  expect((await extend('2026-11-24', 1, await opened(anton, breach))).body.code).toBe('wrong-state');
});

test('a case is closed with an outcome of its kind and its reason, and can be reopened', async () => {
  const anton = await server.signedIn('admin');
  const one = await opened(anton, breach);
  setClock(new Date('2026-11-28T09:00:00Z'));
  const close = (outcome: string, outcomeOn = '2026-11-28', outcomeText = '', version = 1) =>
    act(anton, one, 'closing', { outcome, outcomeOn, outcomeText, version });
  expect(faults(await close('notReportable'))).toEqual({ outcomeText: 'Bitte den Grund angeben.' });
  expect(faults(await close('fulfilled'))).toEqual({ outcome: 'Bitte wählen Sie einen der angebotenen Werte.' });
  expect(faults(await close('reported', '2026-11-22'))).toEqual({ outcomeOn: 'Das liegt vor dem Tag, an dem es bekannt wurde.' });
  expect(faults(await close('reported', '2026-11-29'))).toEqual({ outcomeOn: 'Das liegt in der Zukunft.' });
  expect(faults(await close('reported'))).toEqual({
    outcomeText: 'Nach 72 Stunden gehört zur Meldung, warum sie später kam (Art. 33 Abs. 1).',
  });
  const { status, body } = await close('notReportable', '2026-11-25', 'Die Liste war verschlüsselt.');
  expect([status, body.state, body.closedAt?.slice(0, 10)]).toEqual([200, 'closed', '2026-11-28']);
  expect(body.steps.at(-1)?.text).toBe('Als nicht meldepflichtig bewertet am 25.11.2026: Die Liste war verschlüsselt.');
  expect((await close('reported', '2026-11-25', '', 2)).body.code).toBe('wrong-state');
  expect((await anton.send<ProblemBody>('PUT', `${cases}/${one.id}`, { ...breach, version: 2 })).body.code).toBe('wrong-state');
  expect((await act(anton, one, 'steps', { text: 'Nachtrag' })).status).toBe(200);
  expect((await act(anton, one, 'reopening', { version: 1 })).status).toBe(409);
  const again = (await act(anton, one, 'reopening', { version: 2 })).body;
  expect([again.state, again.outcome, again.steps.at(-1)?.kind]).toEqual(['open', null, 'reopened']);
});

test('of two concurrent closings one succeeds, the other is refused', async () => {
  const [anton, svea] = [await server.signedIn('admin'), await server.signedIn('super')];
  const one = await opened(anton);
  const done = { outcome: 'fulfilled', outcomeOn: '2026-11-24', outcomeText: '', version: 1 };
  const answers = await Promise.all([act(anton, one, 'closing', done), act(svea, one, 'closing', { ...done, outcome: 'withdrawn' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the requester finds it in their data export, and is not erased before an answer; a request for erasure does not block it', async () => {
  // An export requires recent authentication, at the real time.
  setClock();
  const anton = await server.signedIn('admin');
  const paula = await somebody();
  const one = await opened(anton, { ...request, personId: paula.id, concerns: 'Schreibt an paula@example.org' });
  expect(one.person).toBe(paula.name);
  const wish = await opened(anton, { ...request, asked: 'erasure', personId: paula.id, concerns: '' });
  const file = (await anton.get<SubjectFile>(`/api/privacy/people/${paula.id}/export`)).body;
  expect(file.parts.map(({ title, rows }) => [title, rows.length])).toEqual(
    expect.arrayContaining([
      ['Anfragen zum Datenschutz', 2],
      ['Verlauf der Anfragen zum Datenschutz', 2],
    ]),
  );
  const preview = async () => (await anton.get<ErasurePreview>(`/api/privacy/people/${paula.id}/erasure`)).body;
  expect((await preview()).blockers).toEqual(['Anfrage: Auskunft (Art. 15) vom 20.11.2026 ist noch offen.']);
  await act(anton, one, 'closing', { outcome: 'fulfilled', outcomeOn: '2026-11-20', outcomeText: '', version: 1 });
  const { blockers, stays } = await preview();
  expect(blockers).toEqual([]);
  expect(stays[0]).toMatchObject({ what: 'Anfragen zum Datenschutz', count: 2, until: expect.stringMatching(/^20/) });
  expect((await anton.post(`/api/privacy/people/${paula.id}/erasure`, { name: paula.name, version: 1 })).status).toBe(200);
  const [answered, open] = [one, wish].map(({ id }) => anton.get<WholeCase>(`${cases}/${id}`));
  expect((await answered)?.body).toMatchObject({ person: null, concerns: '', state: 'closed' });
  expect((await open)?.body).toMatchObject({ person: null, state: 'open' });
  // Exports and erasures done in the application are listed beside requests received by letter.
  const { settled } = await log(anton);
  expect(settled.map(({ what }) => what)).toEqual(expect.arrayContaining(['Person gelöscht']));
});

test('three years after it was closed a case is deleted with its steps by the nightly job; an open one is kept', async () => {
  const anton = await server.signedIn('admin');
  const [over, open] = [await opened(anton), await opened(anton)];
  await act(anton, over, 'closing', { outcome: 'fulfilled', outcomeOn: '2026-11-24', outcomeText: '', version: 1 });
  const left = async () =>
    (await server.sql<{ id: string }>('select case_id as id from privacy_case_step where case_id = any($1)', [[over.id, open.id]])).map(
      ({ id }) => id,
    );
  const clear = async (at: string) => {
    setClock(new Date(at));
    await jobsOf(server, undefined)
      .find(({ name }) => name === 'forget')
      ?.work();
  };
  await clear('2029-11-24T08:00:00Z');
  expect(await left()).toEqual(expect.arrayContaining([over.id, open.id]));
  await clear('2029-11-24T10:00:00Z');
  expect(await left()).toEqual([open.id]);
});
