import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge, OwnCharge, ProposedCharge, ProposedRefund } from '#shared/money/charges.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { today } from '#server/platform/process/clock.ts';
import { billedCourse, type Billed } from '#test/billing.ts';
import { startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Preview = { charges: ProposedCharge[]; refunds: ProposedRefund[] };
type Made = { made: number; excluded: number; cents: number; skipped: number };
type List = { rows: ListedCharge[]; totals: { openCents: number; paidCents: number; overdueCents: number; refundedCents: number } };

const dueOn = '2026-12-15';
const previewOf = async (client: Client, { courseId }: Billed) =>
  (await client.get<Preview>(`/api/charges/preview?courseId=${courseId}`)).body;
const make = (client: Client, { courseId }: Billed, more: object = {}) => client.post<Made>('/api/charges', { courseId, dueOn, ...more });
const listOf = async (client: Client, { courseId }: Billed) => (await client.get<List>(`/api/charges?courseId=${courseId}`)).body;
const setState = (client: Client, rows: readonly ListedCharge[], to: string, more: object = {}) =>
  client.post<ListedCharge[]>('/api/charges/state', { items: rows.map(({ id, version }) => ({ id, version })), to, ...more });
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const charged = () => server.sql("select count(*) as charges, (select count(*) from audit where entity = 'charges') as audits from charge");

/** A course with charges made. */
async function withCharges(anton: Client, more: Parameters<typeof billedCourse>[1] = {}): Promise<Billed & { rows: ListedCharge[] }> {
  const course = await billedCourse(server, more);
  expect((await make(anton, course)).status).toBe(200);
  return { ...course, rows: (await listOf(anton, course)).rows };
}

test('only the board of the club bills: everybody else is refused and nothing is written', async () => {
  const course = await billedCourse(server);
  const before = await charged();
  expect((await make(server.visitor(), course)).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect(codeOf(await make(client, course))).toEqual([403, 'forbidden']);
    expect(codeOf(await client.get(`/api/charges/preview?courseId=${course.courseId}`))).toEqual([403, 'forbidden']);
    expect(codeOf(await client.get('/api/charges'))).toEqual([403, 'forbidden']);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await previewOf(alma, course)).charges).toEqual([]);
  expect((await make(alma, course)).body.made).toBe(0);
  expect(codeOf(await alma.get('/api/charges?club=RWA'))).toEqual([404, 'not-found']);
  expect(await charged()).toEqual(before);
});

test('the preview writes nothing, the charges equal it, and the write is logged', async () => {
  const anton = await server.signedIn('admin');
  const course = await billedCourse(server);
  const before = await charged();
  const shown = await previewOf(anton, course);
  expect(shown.charges.map(({ cents, method }) => [cents, method])).toEqual([1, 2, 3].map(() => [7000, 'transfer']));
  expect(await charged()).toEqual(before);
  expect((await make(anton, course)).body).toMatchObject({ made: 3, cents: 21_000, skipped: 0 });
  const { rows, totals } = await listOf(anton, course);
  expect(rows.every((row) => row.state === 'open' && row.cents === 7000 && row.dueOn === dueOn)).toBe(true);
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(3);
  expect(totals).toMatchObject({ openCents: 21_000, paidCents: 0 });
  expect((await previewOf(anton, course)).charges).toEqual([]);
  const [entry] = await server.sql<{ content: string }>("select content from audit where entity = 'charges' order by id desc limit 1");
  expect(entry?.content).toBe('Forderungen erstellt: 3 über 210,00\u00A0€');
});

test('twenty concurrent billings, over as many connections, charge everybody once', async () => {
  const course = await billedCourse(server, { people: 25 });
  const boards = await Promise.all([server.signedIn('admin'), server.signedIn('super')]);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => make(boards[at % 2] as Client, course)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.reduce((sum, { body }) => sum + body.made, 0)).toBe(25);
  const found = await server.sql(
    'select person_id, count(*)::int as times, sum(cents)::int as cents from charge where course_id = $1 group by 1',
    [course.courseId],
  );
  expect(found).toHaveLength(25);
  expect(found.every(({ times, cents }) => times === 1 && cents === 7000)).toBe(true);
});

test('the database itself refuses a second charge of the same price, and a negative one that is no refund', async () => {
  const anton = await server.signedIn('admin');
  const { rows } = await withCharges(anton, { people: 1 });
  const copy = `insert into charge select gen_random_uuid(), club, reference || 'x', person_id, payer_person_id, source, source_id, period, course_id,
    refund_of, label, $2::int, due_on, method, state, paid_on, reason, tax_sphere, created_at, version from charge where id = $1`;
  await expect(server.sql(copy, [rows[0]?.id, 7000])).rejects.toThrow('charge_once');
  await expect(server.sql(copy, [rows[0]?.id, -1])).rejects.toThrow('charge_cents');
});

test('a person can be excluded with a reason, which is stored, and can be included again', async () => {
  const anton = await server.signedIn('admin');
  const course = await billedCourse(server, { people: 2 });
  const excluded = [{ participationId: course.participationIds[0], reason: 'Härtefall' }];
  expect((await make(anton, course, { excluded: [{ ...excluded[0], reason: '' }] })).status).toBe(422);
  expect((await make(anton, course, { excluded })).body).toMatchObject({ made: 1, excluded: 1, cents: 7000 });
  const waived = (await listOf(anton, course)).rows.filter(({ state }) => state === 'written_off');
  expect(waived).toMatchObject([{ reason: 'Härtefall', method: 'free' }]);
  expect((await setState(anton, waived, 'open')).body).toMatchObject([{ state: 'open', method: 'transfer', reason: '' }]);
});

test('a charge is marked as paid and as open again; stale versions, invalid transitions and future days are refused', async () => {
  const anton = await server.signedIn('admin');
  const course = await withCharges(anton);
  const paid = await setState(anton, course.rows, 'paid', { paidOn: '2026-11-20', method: 'cash' });
  expect(paid.body).toHaveLength(3);
  expect(paid.body).toMatchObject([1, 2, 3].map(() => ({ state: 'paid', paidOn: '2026-11-20', method: 'cash' })));
  expect((await listOf(anton, course)).totals).toMatchObject({ openCents: 0, paidCents: 21_000 });
  expect(codeOf(await setState(anton, course.rows, 'open'))).toEqual([409, 'conflict']);
  expect(codeOf(await setState(anton, paid.body, 'cancelled'))).toEqual([409, 'wrong-state']);
  const open = await setState(anton, paid.body, 'open');
  expect(open.body).toMatchObject([1, 2, 3].map(() => ({ state: 'open', paidOn: null })));
  expect((await setState(anton, open.body, 'paid', { paidOn: '2999-01-01' })).status).toBe(422);
  expect((await setState(anton, open.body, 'written_off')).status).toBe(422);
  const alma = await server.signedIn('admin', 'SCB');
  expect(codeOf(await setState(alma, open.body, 'paid'))).toEqual([404, 'not-found']);
});

test('a refund is a separate row, and refunds never exceed what was paid', async () => {
  const anton = await server.signedIn('admin');
  const course = await withCharges(anton, { people: 1 });
  const refund = (row: ListedCharge | undefined, cents: number) =>
    anton.post<ListedCharge>(`/api/charges/${row?.id}/refunds`, { version: row?.version, cents, reason: 'Krank' });
  expect(codeOf(await refund(course.rows[0], 100))).toEqual([409, 'wrong-state']);
  const [paid] = (await setState(anton, course.rows, 'paid')).body;
  const back = await refund(paid, 2333);
  expect(back.body).toMatchObject({ source: 'refund', cents: -2333, state: 'open', method: 'transfer' });
  expect(codeOf(await refund(paid, 2333))).toEqual([409, 'conflict']);
  const [now] = (await listOf(anton, course)).rows.filter(({ source }) => source === 'course');
  expect(now?.refundedCents).toBe(2333);
  const tooMuch = await refund(now, 4668);
  expect([tooMuch.status, tooMuch.text]).toEqual([422, expect.stringContaining('46,67')]);
  expect(codeOf(await setState(anton, now ? [now] : [], 'open'))).toEqual([409, 'wrong-state']);
  expect((await setState(anton, [back.body], 'paid')).body).toMatchObject([{ state: 'paid', cents: -2333 }]);
});

test('cancelled sessions and a cancelled course are listed as refunds; open charges are cancelled', async () => {
  const anton = await server.signedIn('admin');
  const course = await withCharges(anton, { people: 2 });
  const [paid] = (await setState(anton, course.rows.slice(0, 1), 'paid')).body;
  await server.sql(
    "update course_session set state = 'cancelled' where id = (select id from course_session where course_id = $1 order by starts_at desc limit 1)",
    [course.courseId],
  );
  expect((await previewOf(anton, course)).refunds).toMatchObject([
    { chargeId: paid?.id, cents: 583, kind: 'refund', reason: '1 von 12 Terminen ausgefallen' },
  ]);
  const edda = await server.signedIn('editor');
  const [row] = await server.sql<{ version: number }>('select version from course where id = $1', [course.courseId]);
  const off = { to: 'cancelled', cancelReason: 'no_trainer', version: row?.version };
  expect(codeOf(await edda.post(`/api/manage/courses/${course.courseId}/status`, off))).toEqual([403, 'forbidden']);
  expect((await anton.post(`/api/manage/courses/${course.courseId}/status`, off)).status).toBe(200);
  const { rows } = await listOf(anton, course);
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'paid']);
  expect((await previewOf(anton, course)).refunds).toMatchObject([{ chargeId: paid?.id, cents: 7000, reason: 'Angebot abgesagt' }]);
});

test('a late cancellation owes the fee, deducted from what was paid', async () => {
  const anton = await server.signedIn('admin');
  const course = await withCharges(anton, { people: 2 });
  const [paid] = (await setState(anton, course.rows.slice(0, 1), 'paid')).body;
  await server.sql("update enrolment set state = 'cancelled', cancel_fee_cents = 3500 where course_id = $1", [course.courseId]);
  const { charges, refunds } = await previewOf(anton, course);
  expect(refunds.find(({ chargeId }) => chargeId === paid?.id)).toMatchObject({ kind: 'refund', cents: 3500 });
  expect(refunds.find(({ kind }) => kind === 'cancel')).toMatchObject({ chargeId: course.rows[1]?.id });
  expect(charges).toMatchObject([{ source: 'cancel_fee', cents: 3500 }]);

  // Once the refund exists it is no longer proposed, even before it is paid out.
  const made = { version: paid?.version, cents: 3500, reason: 'abgemeldet' };
  expect((await anton.post(`/api/charges/${paid?.id}/refunds`, made)).status).toBe(200);
  expect((await previewOf(anton, course)).refunds.filter(({ kind }) => kind === 'refund')).toEqual([]);
});

test('people see what they and their children owe and paid, with the reference for the transfer, and nobody else does', async () => {
  const anton = await server.signedIn('admin');
  const rosa = await server.signedIn('reader');
  const course = await withCharges(anton, { people: 1 });
  const mine = async (client: Client) => (await client.get<OwnCharge[]>('/api/charges/mine')).body;
  const hers = async () => (await mine(rosa)).filter(({ id }) => id === course.rows[0]?.id);
  expect(await hers()).toEqual([]);
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'delegate', now() from app_user where email = 'reader@rwa.test'`,
    [course.personIds[0]],
  );
  expect(await hers()).toMatchObject([{ cents: 7000, state: 'open', dueOn, name: 'Nr1 Zahlerin', reference: course.rows[0]?.reference }]);
  await setState(anton, course.rows, 'paid', { paidOn: '2026-11-20' });
  expect(await hers()).toMatchObject([{ state: 'paid', paidOn: '2026-11-20' }]);
  const ruben = await server.signedIn('reader', 'SCB');
  expect((await mine(ruben)).some(({ id }) => id === course.rows[0]?.id)).toBe(false);
  expect((await server.visitor().get('/api/charges/mine')).status).toBe(401);
});

test('charges are found by purpose and due date, sorted by age on request, each once over all pages', async () => {
  const anton = await server.signedIn('admin');
  const all: ListedCharge[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: { rows: ListedCharge[]; next: string | null } = (
      await anton.get<{ rows: ListedCharge[]; next: string | null }>(`/api/charges?source=course&order=oldest&limit=7${more}`)
    ).body;
    all.push(...page.rows);
    cursor = page.next;
  }
  const days = all.map(({ dueOn }) => dueOn);
  expect(days.length).toBeGreaterThan(7);
  expect(days).toEqual(days.toSorted());
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ source }) => source))).toEqual(new Set(['course']));
  const day = days[8] ?? '';
  const found = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?source=course&dueFrom=${day}&dueTo=${day}&limit=100`)).body.rows;
  expect(found).toHaveLength(days.filter((one) => one === day).length);
});

test('the file for the treasurer requires a fresh password and contains no formula', async () => {
  const anton = await server.signedIn('admin');
  await withCharges(anton, { people: 1, title: '=1+1' });
  const file = await anton.get('/api/charges/export?format=csv');
  expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
  expect(file.text).toContain(`"'=1+1"`);
  // The file contains what the list shows with the same filter.
  expect((await anton.get('/api/charges/export?format=csv&state=returned')).text).not.toContain(`"'=1+1"`);
  expect((await anton.get('/api/charges/export?format=csv&state=open')).text).toContain(`"'=1+1"`);
  // And only the visible columns, in their order.
  const shown = (await anton.get('/api/charges/export?columns=rest,name')).text;
  expect(shown.trim().split('\r\n')[0]).toBe('"Offen in Euro";"Name";"Zahlt"');
  const amounts = (await anton.get('/api/charges/export?columns=cents,rest')).text.trim().split('\r\n').slice(1);
  expect(amounts.length).toBeGreaterThan(0);
  for (const row of amounts) expect(row).toMatch(/^"-?\d+,\d\d";"\d+,\d\d";"-?\d+,\d\d"$/);
  await server.sql("update auth_session set confirmed_at = now() - interval '1 hour'");
  expect(codeOf(await anton.get('/api/charges/export'))).toEqual([403, 'reauthentication-required']);
});

test('a completed course is billed by the board only, when no charge is a draft and its sessions are on hour sheets or a reason is given', async () => {
  const { courseId } = await billedCourse(server, { sessions: 5 });
  const edda = await server.signedIn('editor');
  const anton = await server.signedIn('admin');
  const move = async (client: Client, to: string, reason = '') => {
    const { body: now } = await anton.get<EditedCourse>(`/api/manage/courses/${courseId}`);
    return client.post<{ status: string } & Partial<Pick<ProblemBody, 'code' | 'fields'>>>(`/api/manage/courses/${courseId}/status`, {
      to,
      version: now.version,
      reason,
    });
  };
  expect((await move(anton, 'billed')).body.code).toBe('wrong-state');
  expect((await move(edda, 'completed')).body.status).toBe('completed');
  expect((await move(edda, 'billed', 'schon geregelt')).status).toBe(403);
  expect((await move(anton, 'billed')).body.fields?.[0]).toMatchObject({ path: 'reason', message: expect.stringContaining('5 gehaltene') });
  expect((await move(anton, 'billed', 'Ehrenamtlich geleitet')).body.status).toBe('billed');
});

type Selection = { items: { id: string; version: number; restCents: number }[]; count: number };
type Batch = { changed: { id: string; version: number }[]; cents: number; left: { reason: string; count: number }[] };

test('all charges of a filter are changed at once; one in collection excludes all of its payer, and each payer gets one mail', async () => {
  const anton = await server.signedIn('admin');
  const course = await withCharges(anton);
  const [held, payer] = course.personIds as [string, string];
  await server.sql('update person set email = $2 where id = $1', [payer, 'viele@example.org']);
  // The second payer owes two of them; the first one owes one that is in collection.
  await server.sql(
    `update charge set payer_person_id = case person_id when $2::uuid then $2 when $3::uuid then $3 else $3 end,
       state = case person_id when $2::uuid then 'in_collection' else state end where course_id = $1`,
    [course.courseId, held, payer],
  );
  const selection = async () => (await anton.get<Selection>(`/api/charges/selection?courseId=${course.courseId}`)).body;
  const batch = async (action: string, more: object = {}, items?: { id: string; version: number }[]) =>
    anton.post<Batch>('/api/charges/batch', {
      action,
      items: items ?? (await selection()).items.map(({ id, version }) => ({ id, version })),
      ...more,
    });
  expect(await selection()).toMatchObject({ count: 3, items: [{ restCents: 7000 }, { restCents: 7000 }, { restCents: 7000 }] });
  const seen = (await selection()).items.map(({ id, version }) => ({ id, version }));
  const put = await batch('defer', { until: addDays(today(), 100), reason: 'Sperrung' });
  expect(put.body).toMatchObject({ cents: 14_000, left: [{ reason: 'im Einzug', count: 1 }] });
  const mails = await server.sql<{ subject: string }>("select subject from outbox_mail where recipient = 'viele@example.org'");
  expect(mails.map(({ subject }) => subject)).toEqual([`Stundung bis ${germanDate(addDays(today(), 100))}: 2 Forderungen`]);
  // A stale version: somebody else was faster, and nothing is done twice.
  expect((await batch('paid', { paidOn: '2026-01-02' }, seen)).body).toMatchObject({
    changed: [],
    left: expect.arrayContaining([
      { reason: 'im Einzug', count: 1 },
      { reason: 'inzwischen geändert', count: 2 },
    ]),
  });
  const paid = (await batch('paid', { paidOn: '2026-01-02', method: 'cash' })).body;
  expect(paid.changed).toHaveLength(2);
  expect((await listOf(anton, course)).totals).toMatchObject({ paidCents: 14_000, openCents: 7000 });
  expect((await batch('reopen', {}, paid.changed)).body.changed).toHaveLength(2);
  expect((await batch('dueOn', { dueOn: addDays(today(), 200), reason: 'Später' })).body.changed).toHaveLength(2);
  expect((await batch('method', { method: 'sepa', reason: 'Versuch' })).body.left).toContainEqual({ reason: 'kein Mandat', count: 2 });
  expect((await batch('cancel', { reason: 'Irrtum' })).body.changed).toHaveLength(2);
  expect(await selection()).toMatchObject({ count: 1 });
  for (const [action, path] of [
    ['paid', 'paidOn'],
    ['defer', 'reason'],
    ['method', 'method'],
  ] as const)
    expect((await batch(action)).body).toMatchObject({ fields: expect.arrayContaining([expect.objectContaining({ path })]) });
  const alma = await server.signedIn('admin', 'SCB');
  expect(
    codeOf(
      await alma.post('/api/charges/batch', {
        action: 'cancel',
        reason: 'x',
        items: (await selection()).items.map(({ id, version }) => ({ id, version })),
      }),
    ),
  ).toEqual([404, 'not-found']);
  expect(codeOf(await (await server.signedIn('editor')).get('/api/charges/selection'))).toEqual([403, 'forbidden']);
});
