import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '#shared/people/membershipApplications.ts';
import { startServer, type Answer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const iban = 'DE89370400440532013000';
const mother = {
  firstname: 'Nora',
  lastname: 'Sippe',
  birthDate: '1990-05-04',
  street: 'Am Sportplatz',
  houseNo: '3',
  postcode: '59999',
  city: 'Auenfeld',
  joinsOn: '2026-12-01',
  applicantEmail: 'nora@example.org',
  iban,
  accountHolder: 'Nora Sippe',
  acceptsMandate: true,
  acceptsTerms: true,
  acceptsPrivacy: true,
};
const kim = { firstname: 'Kim', lastname: 'Sippe', birthDate: '2018-02-03' };
const lou = { firstname: 'Lou', lastname: 'Sippe', birthDate: '2015-09-09', gender: 'w' };

const apply = async (values: object) => {
  await server.sql('delete from rate_limit');
  return server.visitor().post('/api/membership-applications', values);
};
const faultOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string }[] } | undefined)?.fields?.[0]?.path];
const inbox = async () =>
  (await (await server.signedIn('admin')).get<Application[]>('/api/membership-applications')).body.filter(
    ({ lastname }) => lastname === 'Sippe',
  );

test.each<[string, object[], string]>([
  ['a grown-up child', [{ ...kim, birthDate: '1999-01-01' }], 'children.0.birthDate'],
  ['a child not born yet', [kim, { ...lou, birthDate: '2030-01-01' }], 'children.1.birthDate'],
  ['a child named twice', [kim, { ...kim, firstname: 'KIM' }], 'children.1.firstname'],
  ['the applicant once more', [{ ...kim, firstname: 'nora', birthDate: '1990-05-04' }], 'children.0.birthDate'],
  ['a child without a name', [{ ...kim, firstname: '' }], 'children.0.firstname'],
  ['a department of nobody', [{ ...kim, departmentIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] }], 'children.0.departmentIds'],
])('%s is refused at its field, and nothing is stored', async (_what, children, field) => {
  expect(faultOf(await apply({ ...mother, children }))).toEqual([422, field]);
  expect(await inbox()).toEqual([]);
});

test('a parent joins together with two children: one mail over all, an application for each, one mandate for the family', async () => {
  expect((await apply({ ...mother, children: [kim, lou] })).status).toBe(200);
  const mail = await server.latestMail('nora@example.org');
  for (const name of ['Nora', 'Kim', 'Lou']) expect(mail).toContain(`Für: ${name} Sippe`);
  expect(mail.match(/Beitrag nach der Beitragsordnung/g)).toHaveLength(3);
  expect(await server.sql(`select 1 from outbox_mail where recipient = 'nora@example.org'`)).toHaveLength(1);

  const rows = await inbox();
  expect(rows.map(({ firstname, isForChild, applicantName, together }) => [firstname, isForChild, applicantName, together])).toEqual([
    ['Nora', false, 'Nora Sippe', ['Lou Sippe', 'Kim Sippe']],
    ['Lou', true, 'Nora Sippe', ['Nora Sippe', 'Kim Sippe']],
    ['Kim', true, 'Nora Sippe', ['Nora Sippe', 'Lou Sippe']],
  ]);
  const anton = await server.signedIn('admin');
  for (const [at, { id, version }] of rows.entries())
    expect(
      (await anton.post(`/api/membership-applications/${id}/accept`, { version, memberNo: `S-${at}`, joinedOn: '2026-12-01' })).status,
    ).toBe(200);
  const paying = await server.sql<{ firstname: string; payer: string }>(
    `select p.firstname, q.firstname as payer from member m join person p on p.id = m.person_id join person q on q.id = m.payer_person_id
     where m.member_no like 'S-%' order by m.member_no`,
  );
  expect(paying.map(({ firstname, payer }) => [firstname, payer])).toEqual([
    ['Nora', 'Nora'],
    ['Lou', 'Nora'],
    ['Kim', 'Nora'],
  ]);
  const mandates = await server.sql(`select 1 from sepa_mandate s join person p on p.id = s.payer_person_id where p.lastname = 'Sippe'`);
  expect(mandates).toHaveLength(1);
});

test('one child of a family is declined, the others stay undecided', async () => {
  expect((await apply({ ...mother, lastname: 'Sippe', firstname: 'Ute', children: [{ ...kim, firstname: 'Pia' }] })).status).toBe(200);
  const rows = (await inbox()).filter(({ firstname }) => ['Ute', 'Pia'].includes(firstname));
  const pia = rows.find(({ firstname }) => firstname === 'Pia');
  const anton = await server.signedIn('admin');
  const declined = await anton.post(`/api/membership-applications/${pia?.id}/decline`, {
    version: pia?.version,
    reason: 'Die Gruppe ist voll.',
  });
  expect(declined.status).toBe(200);
  expect((await inbox()).map(({ firstname, together }) => [firstname, together])).toEqual([['Ute', ['Pia Sippe']]]);
});
