import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { pageNames, pageOf } from '#shared/kernel/pages.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
const courseId = randomUUID();
beforeAll(async () => {
  server = await startServer();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', 'geheim-kurs', 'geheim-kurs', 'course', 'Schwimmen', $2, 'published', false, now(), now())`,
    [courseId, addDays(localOf(new Date()).date, 20)],
  );
});
afterAll(() => server.close());

const unknown = 'kb2Jx0yZ8rVqN1cW5tPd7LmA3sHf6uEg9oYi4BvKQXw';
const statusOf = async (url: string, client: Client = server.visitor()) => (await client.get(url)).status;
/** The page of the link in the newest mail to an address. */
async function linkTo(email: string, path: string): Promise<string> {
  const [found] = new RegExp(`/${path}/[\\w-]+`).exec((await server.latestMail(email)) ?? '') ?? [];
  if (!found) throw new Error(`no link to ${path}`);
  return found;
}

test('the page of a secret that opens nothing is 404 on every host, and is still a page with its own words', async () => {
  // The newsletter's link reads nothing before its button is pressed.
  const behindSecrets = pageNames.filter((name) => pageOf(name).path.endsWith('/$token') && name !== 'unsubscribe');
  expect(behindSecrets.length).toBeGreaterThan(8);
  for (const name of behindSecrets)
    for (const club of ['RWA', 'SCB', 'GSV'] as const)
      for (const secret of [unknown, 'x', randomUUID(), '%00']) {
        const url = pageOf(name).path.replace('$token', secret);
        const answer = await server.visitor(club).get(url);
        expect([url, club, answer.status]).toEqual([url, club, 404]);
        expect([url, answer.text.includes('id="root"')]).toEqual([url, true]);
      }
});

test('the link of an enrolment opens its page as often as it is read, and reading confirms nothing', async () => {
  const email = 'geheim@gast.example';
  const guest = { firstname: 'Uta', lastname: 'Gast', birthDate: '1980-03-01', email, acceptsTerms: true };
  expect(await server.visitor().post(`/api/courses/${courseId}/guests`, guest)).toMatchObject({ status: 200 });
  const url = await linkTo(email, 'registration');
  expect([await statusOf(url), await statusOf(`${url}/`), await statusOf(url, server.visitor('GSV'))]).toEqual([200, 200, 200]);
  const enrolment = `/api/registrations/${url.split('/').at(-1)}`;
  expect((await server.visitor().get<OwnEnrolment>(enrolment)).body.state).toBe('unverified');
});

test('an own enrolment opens by its id for the account of its family alone', async () => {
  const rosa = await server.signedIn('reader');
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Mila', lastname: 'Geheim', birthDate: '2019-05-04', gender: 'w' };
  const person = (await rosa.post<OwnPerson>('/api/people/mine', child)).body;
  const order = { personIds: [person.id], acceptsTerms: true, emergencyPhones: { [person.id]: '0170 1234567' } };
  expect(await rosa.post(`/api/courses/${courseId}/registrations`, order)).toMatchObject({ status: 200 });
  const [row] = await server.sql<{ id: string }>('select id from enrolment where person_id = $1', [person.id]);
  const url = `/registration/${row?.id}`;
  expect([await statusOf(url, rosa), await statusOf(url), await statusOf(url, await server.signedIn('reader', 'SCB'))]).toEqual([
    200, 404, 404,
  ]);
});

test('the links of a watch, an application and the books open their pages; what is over is 404 where the page knows it no more', async () => {
  await server.visitor().post('/api/offer-watches', { filter: { q: 'turnen' }, email: 'geheim@watch.example' });
  const watch = await linkTo('geheim@watch.example', 'watch');
  expect([await statusOf(watch), await statusOf(watch)]).toEqual([200, 200]);
  expect(await server.sql("select state from offer_watch where email = 'geheim@watch.example'")).toEqual([{ state: 'unconfirmed' }]);

  const applicant = { firstname: 'Nele', lastname: 'Geheim', birthDate: '1990-05-04', applicantEmail: 'geheim@antrag.example' };
  const address = { street: 'Am Sportplatz', houseNo: '3', postcode: '59999', city: 'Auenfeld', joinsOn: '2026-12-01' };
  await server.visitor().post('/api/membership-applications', { ...applicant, ...address, acceptsTerms: true, acceptsPrivacy: true });
  expect(await statusOf(await linkTo('geheim@antrag.example', 'registration'))).toBe(200);

  const anton = await server.signedIn('admin');
  const typed = { name: 'Karla', password: 'Kuchen-im-Mai-2026', until: addDays(localOf(new Date()).date, 20), club: 'RWA' };
  const made = (await anton.post<{ link: { id: string }; address: string }>('/api/books/2026/auditor-links', typed)).body;
  const books = new URL(made.address).pathname;
  expect(await statusOf(books)).toBe(200);
  await anton.post(`/api/books/auditor-links/${made.link.id}/end`, {});
  expect(await statusOf(books)).toBe(404);
});

test('a network that asks for the books again and again is not told any longer whether a link is known', async () => {
  let status = 404;
  for (let asked = 0; asked < 60 && status === 404; asked++) status = await statusOf(`/books/${unknown}`);
  expect(status).toBe(200);
});
