import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Parameter } from '#shared/club/config.ts';
import type { ContentPage } from '#shared/content/contentPages.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { SetupView } from '#shared/office/setup.ts';
import type { MembershipOffer } from '#shared/people/membershipApplications.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let alma: Client;
beforeAll(async () => {
  server = await startServer();
  alma = await server.signedIn('admin', 'SCB');
});
afterAll(() => server.close());

const name = 'members.SCB.applications';
const offered = async (club = 'SCB') => (await server.visitor('GSV').get<MembershipOffer>(`/api/membership-offers/${club}`)).body;
const versionOf = async () => (await alma.get<Parameter[]>('/api/config')).body.find((one) => one.name === name)?.version ?? 0;
const switchTo = async (value: boolean) =>
  alma.send<Parameter & ProblemBody>('PUT', `/api/config/${name}/club`, { value, version: await versionOf() });
const pageOf = async (kind: string) => {
  const { body } = await alma.get<ContentPage[]>('/api/pages');
  const [one] = body.filter(({ legalKind }) => legalKind === kind);
  return (await alma.get<ContentPage>(`/api/pages/${one?.id}`)).body;
};
const application = {
  club: 'SCB',
  firstname: 'Nora',
  lastname: 'Antrag',
  birthDate: '1990-05-04',
  street: 'Am Sportplatz',
  houseNo: '3',
  postcode: '59999',
  city: 'Auenfeld',
  joinsOn: '2026-12-01',
  applicantEmail: 'nora@example.org',
  acceptsTerms: true,
  acceptsPrivacy: true,
};

test('the clubs of the demonstration take applications, with the texts that one agrees to, also on a host of another club', async () => {
  for (const club of ['RWA', 'SCB']) {
    const at = `/${club.toLowerCase()}`;
    expect(await offered(club)).toEqual({
      isOpen: true,
      texts: { statutes: `${at}/satzung`, fees: `${at}/beitragsordnung`, privacy: `${at}/datenschutz` },
      contact: `${at}/kontakt`,
    });
    for (const path of Object.values((await offered(club)).texts))
      expect((await server.visitor().get(`/api/content?club=${club}&slug=${path?.split('/').at(-1)}`)).status).toBe(200);
  }
  expect((await server.visitor('GSV').get('/api/membership-offers/GSV')).status).toBe(400);
});

test('switched off, nobody applies and the page names the contact; on again, everything is as before', async () => {
  expect((await switchTo(false)).status).toBe(200);
  expect(await offered()).toMatchObject({ isOpen: false, contact: '/scb/kontakt' });
  const refused = await server.visitor('SCB').post<ProblemBody>('/api/membership-applications', application);
  expect([refused.status, refused.body.code]).toEqual([409, 'no-applications']);
  expect((await switchTo(true)).status).toBe(200);
  expect((await server.visitor('SCB').post('/api/membership-applications', application)).status).toBe(200);
});

test('a text that applicants agree to is neither deleted nor hidden while applications are on; the refusal says why', async () => {
  const page = await pageOf('fees');
  const { id, club: _club, updatedAt: _at, formerSlugs: _slugs, ...values } = page;
  const hidden = await alma.send<ProblemBody>('PUT', `/api/pages/${id}`, { ...values, state: 'draft' });
  const unnamed = await alma.send<ProblemBody>('PUT', `/api/pages/${id}`, { ...values, legalKind: null });
  const deleted = await alma.send<ProblemBody>('DELETE', `/api/pages/${id}`);
  for (const { status, body } of [hidden, unnamed, deleted]) expect([status, body.code]).toEqual([409, 'text-needed']);
  expect((await offered()).isOpen).toBe(true);
});

test('a club without one of the texts cannot switch applications on: the refusal and the first steps name it; with it, it can', async () => {
  expect((await switchTo(false)).status).toBe(200);
  const page = await pageOf('fees');
  expect((await alma.send('DELETE', `/api/pages/${page.id}`)).status).toBe(200);
  const refused = await switchTo(true);
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    [{ path: 'value', message: 'Es fehlt noch: Beitragsordnung. Wer beitritt, stimmt diesen Texten zu.' }],
  ]);
  const steps = async () => (await alma.get<SetupView>('/api/setup')).body;
  expect(await steps()).toMatchObject({ missingTexts: ['fees'] });
  expect((await steps()).steps).toContainEqual({ name: 'applications', state: 'open' });
  const { title, slug, body, state, menuLabel, menuOrder, parentId, legalKind } = page;
  expect((await alma.post('/api/pages', { title, slug, body, state, menuLabel, menuOrder, parentId, legalKind })).status).toBe(200);
  expect((await switchTo(true)).status).toBe(200);
  expect((await steps()).steps).toContainEqual({ name: 'applications', state: 'done' });
  // Switched on before a text went: the form stays shut.
  await server.sql("update page set state = 'draft' where club = 'SCB' and legal_kind = 'statutes'");
  expect(await offered()).toMatchObject({ isOpen: false, texts: { statutes: null } });
  await server.sql("update page set state = 'published' where club = 'SCB' and legal_kind = 'statutes'");
});

test('the association has clubs as members: its first steps do not ask for applications', async () => {
  const { body } = await (await server.signedIn('admin', 'GSV')).get<SetupView>('/api/setup');
  expect(body.steps.map((one) => one.name)).not.toContain('applications');
  expect(body.missingTexts).toEqual([]);
});
