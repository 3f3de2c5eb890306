import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Client, type TestServer } from './harness.ts';

let server: TestServer;
let svea: Client;
let parameters: unknown[];
beforeAll(async () => {
  server = await startServer();
  svea = await server.signedIn('super');
  parameters = await server.sql('select * from config_parameter order by name');
  await server.sql("update auth_session set confirmed_at = now() - interval '3 hours'");
});
afterAll(() => server.close());

const id = '00000000-0000-4000-8000-000000000000';

/** Operations that grant or transfer permissions or money, or export personal data: they require a recently confirmed password. */
const powerful: [what: string, ask: () => Promise<{ status: number; body: unknown }>][] = [
  [
    'invites an account with a role',
    () => svea.post('/api/users', { email: 'x@example.org', firstname: 'X', lastname: 'Y', role: 'super' }),
  ],
  ['gives a locked account back what its role may do', () => svea.post(`/api/users/${id}/enable`)],
  ['does so for several at once', () => svea.post('/api/users/batch', { batchId: id, action: 'enable', ids: [id] })],
  ['changes a parameter of its own club', () => svea.send('PUT', '/api/config/orders.RWA.cash/club', { value: true, version: 0 })],
  ['adds an account that money is paid to', () => svea.post('/api/club-accounts', {})],
  ['exempts a role from the log of sign-ins', () => svea.send('PUT', '/api/config/audit.loginExemptRole', { value: 'admin', version: 0 })],
  ['lets an account act for a member', () => svea.post(`/api/members/${id}/family`, { email: 'x@example.org', relation: 'guardian' })],
  ['confirms an access', () => svea.post(`/api/people/${id}/access/${id}/verify`)],
  [
    'takes an applicant in',
    () => svea.post(`/api/membership-applications/${id}/accept`, { version: 1, memberNo: '1', joinedOn: '2026-12-01' }),
  ],
  ['makes two people one', () => svea.post(`/api/people/${id}/merge`, { otherId: id, version: 1, otherVersion: 1, taken: [] })],
  [
    'puts two organisations together with their accounts',
    () => svea.post(`/api/organisations/${id}/merger`, { version: 1, intoId: id, isDryRun: false }),
  ],
  ['exports a helper list with its people', () => svea.get(`/api/operationals/${id}/file`)],
  [
    'enters a mandate',
    () =>
      svea.post('/api/mandates', {
        payerPersonId: id,
        iban: 'DE75512108001245126199',
        accountHolder: 'Ole Ohm',
        signedOn: '2026-01-02',
        reference: 'F',
      }),
  ],
  ['ends a mandate', () => svea.post(`/api/mandates/${id}/ending`, { version: 1, endedOn: '2026-11-01', reason: 'x' })],
  ['takes a file of members in', () => svea.post(`/api/members/imports/${id}/apply`, {})],
  ['takes the rest of such a file out of the house', () => svea.get(`/api/members/imports/${id}/rest`)],
  ['makes a run of debits', () => svea.post('/api/sepa-runs', { collectionDate: '2026-12-15' })],
  [
    'books a run of fees',
    () =>
      svea.post('/api/fee-runs', {
        club: 'RWA',
        from: '2027-01-01',
        to: '2027-12-31',
        dueOn: '2027-02-01',
        hash: 'x',
        excluded: [],
        tells: true,
      }),
  ],
  ['takes a run of fees back', () => svea.post(`/api/fee-runs/${id}/undoing`, { reason: 'x', version: 1 })],
  ['closes the books', () => svea.post('/api/books/closings', { until: '2026-10-31', typed: '2026' })],
  ['opens closed books', () => svea.post(`/api/books/closings/${id}/reopening`, { reason: 'x' })],
  ['takes the books out of the house', () => svea.get('/api/books/2026/export')],
  ['exports organisations with those whom one calls there', () => svea.get('/api/organisations/export')],
  ['exports the hours of helpers', () => svea.get('/api/operational-hours/file?year=2026')],
];

test.each(powerful)('with a session alone nobody %s', async (_what, ask) => {
  const { status, body } = await ask();
  expect([status, (body as ProblemBody).code]).toEqual([403, 'reauthentication-required']);
});

test('nothing was written by any of them', async () => {
  expect(await server.sql("select id from app_user where email = 'x@example.org'")).toEqual([]);
  expect(await server.sql('select * from config_parameter order by name')).toEqual(parameters);
});
