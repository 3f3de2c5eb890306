import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { DunningPreview, DunningRun, SentRun, ShownStage } from '#shared/money/dunning/contract.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { inPages } from '#test/inPages.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const preview = async (client = anton) => (await client.get<DunningPreview>('/api/dunning-runs/preview')).body;
const send = (hash: string, more: object = {}, client = anton) => client.post<DunningRun>('/api/dunning-runs', { hash, ...more });
const undo = (run: DunningRun, client = anton) => client.post<DunningRun>(`/api/dunning-runs/${run.id}/undoing`, { version: run.version });
/** Moves the dates of all charges and notices into the past. */
const daysGoBy = async (days: number) => {
  await server.sql(`update charge set due_on = due_on - $1::int, reminded_on = reminded_on - $1::int where club = 'RWA'`, [days]);
  await server.sql(`update dunning_run set created_on = created_on - $1::int`, [days]);
};

/** Only these people of the club owe anything, each one charge that is 20 days overdue. */
async function owing(names: string[], cents = 7000): Promise<string[]> {
  await server.sql(`delete from dunning_run`);
  await server.sql(`delete from dunning_stop`);
  await server.sql(`update charge set due_on = '2199-01-01' where club = 'RWA'`);
  const ids: string[] = [];
  for (const name of names) {
    const [row] = await server.sql<{ id: string }>(
      `insert into person (id, club, firstname, lastname, birth_date, email, street, house_no, postcode, city, created_at, updated_at)
       values (gen_random_uuid(), 'RWA', $1, 'Mahnig', '1980-02-03', $2, 'Weg', '1', '59999', 'Auenfeld', now(), now()) returning id`,
      [name, `${name.toLowerCase()}@mahnig.example`],
    );
    const id = row?.id ?? '';
    await owe(id, cents, -20);
    ids.push(id);
  }
  await server.outdate();
  return ids;
}

const owe = (id: string, cents: number, days: number) =>
  server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'membership', 'Beitrag', $2, $3, 'transfer', 'open', now())`,
    [id, cents, addDays(today(), days)],
  );
const levels = (id: string) =>
  server.sql<{ dunning_level: number | null; state: string; cents: number }>(
    `select dunning_level, state, cents from charge where payer_person_id = $1 order by cents desc`,
    [id],
  );

test('only the board of the club sends dunning notices; refused, nobody is notified', async () => {
  const [ole] = await owing(['Ole']);
  const { hash } = await preview();
  expect((await send(hash, {}, server.visitor())).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect(codeOf(await send(hash, {}, await server.signedIn(role)))).toEqual([403, 'forbidden']);
  const alma = await server.signedIn('admin', 'SCB');
  expect((await preview(alma)).notices.map(({ payerId }) => payerId)).not.toContain(ole);
  expect(codeOf(await send(hash, {}, alma))).toEqual([409, 'changed-since-preview']);
  expect(await levels(ole ?? '')).toMatchObject([{ dunning_level: null }]);
  const run = (await send(hash)).body;
  for (const client of [server.visitor(), await server.signedIn('editor'), alma]) {
    expect([401, 403, 404]).toContain((await client.get(`/api/dunning-runs/${run.id}`)).status);
    expect([401, 403, 404]).toContain((await undo(run, client)).status);
    expect([401, 403, 404]).toContain((await client.send('PUT', `/api/dunning-stops/${ole}`, { reason: 'x', until: null })).status);
  }
});

test('one notice for each payer over all that is overdue: mailed once, and nobody gets a second one on the same day', async () => {
  const [ole = '', ida = ''] = await owing(['Ole', 'Ida']);
  await owe(ole, 1500, -3);
  const shown = await preview();
  expect(shown.notices).toMatchObject([
    { name: 'Mahnig, Ida', level: 0, cents: 7000 },
    { name: 'Mahnig, Ole', level: 0, cents: 8500, lines: [{ cents: 7000 }, { cents: 1500 }] },
  ]);
  const answers = await Promise.all([1, 2].map(() => send(shown.hash, { excluded: [ida] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await server.latestMail('ole@mahnig.example')).toContain('Zusammen 85,00\u00A0€');
  const [sent] = await server.sql<{ attachments: { name: string; type: string; base64: string }[] }>(
    `select attachments from outbox_mail where recipient = 'ole@mahnig.example'`,
  );
  const [sheet] = sent?.attachments ?? [];
  expect(sheet).toMatchObject({ name: expect.stringMatching(/^zahlungserinnerung-2026-11-21-RWA-K\d+\.pdf$/), type: 'application/pdf' });
  expect(
    Buffer.from(sheet?.base64 ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await levels(ida)).toMatchObject([{ dunning_level: null }]);
  const again = await preview();
  expect(again.notices.map(({ name }) => name)).toEqual(['Mahnig, Ida']);
  expect(again.leftOut).toMatchObject([{ payerId: ole, reason: expect.stringContaining('Zuletzt erinnert') }]);
});

test('a payment between preview and sending refuses the run, and only the rest is dunned', async () => {
  const [ole = ''] = await owing(['Olaf']);
  const { hash } = await preview();
  await anton.post('/api/payments', { payerId: ole, cents: 2000, bookedOn: today() });
  expect(codeOf(await send(hash))).toEqual([409, 'changed-since-preview']);
  expect((await preview()).notices).toMatchObject([{ cents: 5000 }]);
  await anton.post('/api/payments', { payerId: ole, cents: 4600, bookedOn: today() });
  expect((await preview()).leftOut).toMatchObject([{ cents: 400, reason: expect.stringContaining('erst ab') }]);
});

test('nobody duns the dead: the payer is left out with the reason, at every level', async () => {
  const [otto = ''] = await owing(['Otto']);
  expect((await preview()).notices).toMatchObject([{ payerId: otto }]);
  await server.sql('update person set died_on = current_date, email = null where id = $1', [otto]);
  await server.outdate();
  const reason = 'Verstorben. Bitte klären Sie mit den Erben, wer zahlt.';
  expect(await preview()).toMatchObject({ notices: [], leftOut: [{ payerId: otto, cents: 7000, reason, isCourt: false }] });
  await server.sql('update charge set dunning_level = 3, reminded_on = $2 where payer_person_id = $1', [otto, addDays(today(), -30)]);
  expect(await preview()).toMatchObject({ notices: [], leftOut: [{ reason, isCourt: false }] });
});

test('level by level up to the last one with its fees; undone on the same day everything is restored, a day later it is final', async () => {
  const [ole = ''] = await owing(['Oskar']);
  for (const level of [0, 1]) {
    const { hash, notices } = await preview();
    expect(notices).toMatchObject([{ level }]);
    await send(hash);
    await daysGoBy(15);
  }
  const second = await preview();
  expect(second.notices).toMatchObject([{ level: 2, cents: 7000, feeCents: 250, byMail: true }]);
  const run = (await send(second.hash)).body;
  expect(run).toMatchObject({ notices: 1, totalCents: 7000, feeCents: 250, mayUndo: true });
  expect(await levels(ole)).toMatchObject([{ dunning_level: 2 }, { state: 'open', cents: 250 }]);
  expect((await undo(run)).body).toMatchObject({ state: 'undone', mayUndo: false });
  expect(await levels(ole)).toMatchObject([{ dunning_level: 1 }, { state: 'cancelled' }]);
  const anew = (await send((await preview()).hash)).body;
  await daysGoBy(15);
  expect(codeOf(await undo(anew))).toEqual([409, 'wrong-state']);
  const last = await preview();
  // The fee of the previous level is overdue by now, too.
  expect(last.notices).toMatchObject([{ level: 3, cents: 7250, feeCents: 500, byMail: false, byLetter: true }]);
  const letters = (await send(last.hash)).body;
  const { body } = await anton.get<SentRun>(`/api/dunning-runs/${letters.id}`);
  expect(body.notices).toMatchObject([
    {
      address: ['Oskar Mahnig', 'Weg 1', '59999 Auenfeld'],
      levelName: 'Letzte Mahnung',
      feeCents: 500,
      reference: expect.stringMatching(/^RWA-K\d+$/),
    },
  ]);
  await daysGoBy(15);
  expect((await preview()).leftOut).toMatchObject([{ isCourt: true, cents: 7750 }]);
});

test('a payer with an open transfer at the bank is left out with the reason, and dunned once the line is decided', async () => {
  const [ole = ''] = await owing(['Orlando']);
  await server.sql(
    `insert into bank_line (id, club, fingerprint, booked_on, cents, name, purpose, created_at)
     values (gen_random_uuid(), 'RWA', 'mahnig', $1, 7000, 'ORLANDO MAHNIG', 'Beitrag', now())`,
    [today()],
  );
  expect(await preview()).toMatchObject({
    notices: [],
    leftOut: [{ payerId: ole, reason: expect.stringMatching(/^Vielleicht schon bezahlt: 70,00/) }],
  });
  await server.sql(
    `update bank_line set state = 'ignored', reason = 'Spende', decided_by = 'Vera', decided_at = now() where fingerprint = 'mahnig'`,
  );
  expect((await preview()).notices).toMatchObject([{ payerId: ole }]);
});

test('a run with a paid fee is not undone', async () => {
  const [ole = ''] = await owing(['Otto']);
  await server.sql(`update charge set dunning_level = 1, reminded_on = $2 where payer_person_id = $1`, [ole, addDays(today(), -15)]);
  const run = (await send((await preview()).hash)).body;
  await anton.post('/api/payments', { payerId: ole, cents: 7250, bookedOn: today() });
  expect((await undo(run)).status).toBe(422);
  expect((await levels(ole)).map(({ state }) => state)).toEqual(['paid', 'paid']);
});

test('a stop excludes a payer from dunning, also by one tap, until it is lifted; the account shows it', async () => {
  const [ole = ''] = await owing(['Ottokar']);
  const put = (values: object) => anton.send('PUT', `/api/dunning-stops/${ole}`, values);
  expect((await put({ reason: '', until: null })).status).toBe(422);
  expect((await put({ reason: 'Umzug', until: null })).status).toBe(200);
  expect((await preview()).leftOut).toMatchObject([{ reason: 'Mahnsperre: Umzug' }]);
  const account = (await anton.get<PayerAccount>(`/api/accounts/${ole}`)).body;
  expect(account).toMatchObject({ stop: { reason: 'Umzug', until: null }, mayRemind: false, whyNot: 'Mahnsperre: Umzug' });
  expect((await put({ reason: 'Umzug', until: addDays(today(), -1) })).status).toBe(200);
  expect((await preview()).notices).toHaveLength(1);
  expect((await anton.send('DELETE', `/api/dunning-stops/${ole}`)).status).toBe(200);
  expect((await anton.send('DELETE', `/api/dunning-stops/${ole}`)).status).toBe(404);
});

test('a club edits its own levels; concurrent changes do not overwrite each other', async () => {
  const { body } = await anton.get<ShownStage[]>('/api/dunning-levels');
  expect(body.map(({ feeCents }) => feeCents)).toEqual([0, 0, 250, 500]);
  const { level, ...first } = body[0] ?? { level: 0 };
  const save = (values: object) => anton.send<ShownStage>('PUT', `/api/dunning-levels/${level}`, { ...first, ...values });
  const answers = await Promise.all(['Freundliche Erinnerung', 'Erinnerung'].map((name) => save({ name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await save({ afterDays: 10, version: 2 })).body).toMatchObject({ afterDays: 10, version: 3 });
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get<ShownStage[]>('/api/dunning-levels')).body[0]).toMatchObject({ afterDays: 7, version: 1 });
});

test('runs are paged, newest first, none twice and none missing', async () => {
  // Two of them with the same timestamp.
  await server.sql(`insert into dunning_run (id, club, created_on, created_by, created_at, total_cents)
    select gen_random_uuid(), 'RWA', '2026-01-01', 'Anton Abel', timestamptz '2026-01-01T09:00Z' + (n / 2) * interval '1 day', 0 from generate_series(0, 4) n`);
  expect(await inPages<DunningRun>(anton, '/api/dunning-runs')).toEqual(
    (await server.sql<{ id: string }>(`select id from dunning_run where club = 'RWA' order by created_at desc, id desc`)).map(
      ({ id }) => id,
    ),
  );
});
