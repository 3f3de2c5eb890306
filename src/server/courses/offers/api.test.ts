import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoursePage, EditedCourse, ManagedCourse } from '#shared/courses/courseShapes.ts';
import type { ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { expireDue } from '../enrolments/service.ts';
import { planEndless } from '../planning/planning.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let edda: Client;
let trainerId: string;
const later = (hours: number) => setClock(new Date(testTime.getTime() + hours * 3_600_000));
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  edda = await server.signedIn('editor');
  const till = await server.signedIn('trainer');
  const [own] = (await till.get<OwnPerson[]>('/api/people/mine')).body;
  trainerId = own?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refusal = Pick<ProblemBody, 'code' | 'fields'>;

const fields = (change: object = {}) => ({
  kind: 'course',
  title: 'Kinderturnen',
  startsOn: '2026-12-07',
  endsOn: '2027-03-22',
  slots: [{ weekday: 1, startTime: '16:30', endTime: '17:30', place: 'Halle A' }],
  prices: [{ category: 'non_member', cents: 6000 }],
  trainers: [{ personId: trainerId, role: 'lead' }],
  contactName: 'Edda Rotmuster',
  contactEmail: 'edda@example.org',
  placesMax: 10,
  requiresGuardian: false,
  ...change,
});

const create = async (change: object = {}) => (await edda.post<EditedCourse>('/api/manage/courses', fields(change))).body;
const setStatus = (course: { id: string; version: number }, to: string, more: object = {}): Promise<Answer<EditedCourse & Refusal>> =>
  edda.post(`/api/manage/courses/${course.id}/status`, { to, version: course.version, ...more });
const published = async (change: object = {}) => (await setStatus(await create(change), 'published')).body;
const update = (course: EditedCourse, change: object): Promise<Answer<EditedCourse & Refusal>> =>
  edda.send('PUT', `/api/manage/courses/${course.id}`, {
    ...fields(),
    title: course.title,
    number: course.number,
    version: course.version,
    ...change,
  });

const newPerson = { firstname: 'Jo', birthDate: '1990-05-04' };
const add = (course: { id: string }, lastname: string, more: object = {}) =>
  edda.post<{ id: string; state: string } & Refusal>(`/api/courses/${course.id}/participants`, {
    person: { ...newPerson, lastname },
    ...more,
  });
const listOf = async (course: { id: string }) => (await edda.get<ParticipantList>(`/api/courses/${course.id}/participants`)).body;

test('a Monday course over winter has 24 of 30 sessions, and the others are listed with their holidays', async () => {
  const course = await create({ startsOn: '2026-09-28', endsOn: '2027-04-19', title: 'Montagskurs' });
  expect(course.sessions).toHaveLength(24);
  expect(course.skipped.map(({ date }) => date)).toEqual([
    '2026-10-19',
    '2026-10-26',
    '2026-12-28',
    '2027-01-04',
    '2027-03-22',
    '2027-03-29',
  ]);
  expect(course.skipped[0]?.reason).toContain('Herbstferien');
  expect(
    new Set(course.sessions.map(({ startsAt }) => new Date(startsAt).toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin' }))),
  ).toEqual(new Set(['16:30:00']));
});

test('a picture requires an alternative text', async () => {
  const refused = await edda.post<Refusal>('/api/manage/courses', fields({ image: 'RWA/public/courses/x', imageAlt: ' ' }));
  expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([422, ['imageAlt']]);
});

test('a draft is published when nothing is missing, and until then only visible to staff', async () => {
  const draft = await create({ trainers: [], title: 'Neuer Kurs' });
  const refused = await setStatus(draft, 'published');
  expect([refused.status, refused.body.code, refused.body.fields?.map(({ path }) => path)]).toEqual([409, 'not-ready', ['trainers']]);
  expect((await server.visitor().get(`/api/courses/${draft.slug}`)).status).toBe(404);
  const rosa = await server.signedIn('reader');
  expect((await rosa.get(`/api/courses/${draft.slug}`)).status).toBe(403);
  expect((await rosa.post('/api/manage/courses', fields())).status).toBe(403);
  const ready = (await update(draft, { trainers: [{ personId: trainerId, role: 'lead' }] })).body;
  expect((await setStatus(ready, 'published')).status).toBe(200);
  const page = (await server.visitor().get<CoursePage>(`/api/courses/${draft.slug}`)).body;
  expect(page).toMatchObject({
    title: 'Neuer Kurs',
    phase: { text: 'Plätze frei', action: 'register' },
    trainers: [{ role: 'lead' }],
  });
  expect(JSON.stringify(page)).not.toMatch(/"1985-\d\d-/);
  const list = (await server.visitor().get<{ rows: { id: string }[] }>('/api/courses')).body;
  expect(list.rows.map(({ id }) => id)).toContain(draft.id);
});

test('staff of another club get 404 for this course, whatever host they use', async () => {
  const course = await create({ title: 'Nur RWA' });
  const emil = server.visitor('RWA');
  await emil.signIn('editor@scb.test');
  expect((await emil.get(`/api/manage/courses/${course.id}`)).status).toBe(404);
  expect((await emil.get(`/api/courses/${course.id}/participants`)).status).toBe(404);
  expect((await emil.send('PUT', `/api/manage/courses/${course.id}`, { ...fields(), version: course.version })).status).toBe(404);
  const rows = (await emil.get<{ rows: ManagedCourse[] }>('/api/manage/courses')).body.rows;
  expect(rows.filter(({ club }) => club !== 'SCB')).toEqual([]);
});

test('two more seats create two offers, and fewer seats than participants require a reason and remove nobody', async () => {
  const course = await published({ title: 'Zwei Plätze', placesMax: 2, startsOn: '2027-02-01', endsOn: '2027-03-15' });
  for (const name of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf']) await add(course, name);
  expect((await listOf(course)).rows.map(({ state }) => state).toSorted()).toEqual([
    'confirmed',
    'confirmed',
    'waitlisted',
    'waitlisted',
    'waitlisted',
  ]);
  const period = { startsOn: '2027-02-01', endsOn: '2027-03-15' };
  const now = (await edda.get<EditedCourse>(`/api/manage/courses/${course.id}`)).body;
  const more = await update(now, { ...period, placesMax: 4 });
  expect(more.status).toBe(200);
  const list = await listOf(course);
  expect(
    list.rows
      .filter(({ state }) => state === 'offered')
      .map(({ lastname }) => lastname)
      .toSorted(),
  ).toEqual(['Drei', 'Vier']);
  const fewer = await update(more.body, { ...period, placesMax: 1 });
  expect([fewer.status, fewer.body.code]).toEqual([409, 'not-ready']);
  expect((await update(more.body, { ...period, placesMax: 1, reason: 'Kleinere Halle' })).status).toBe(200);
  expect((await listOf(course)).occupied).toBe(4);
});

test('a stale version is refused, so nobody overwrites another', async () => {
  const course = await create({ title: 'Zu zweit' });
  expect((await update(course, { subtitle: 'erste' })).status).toBe(200);
  expect((await update(course, { subtitle: 'zweite' })).body.code).toBe('conflict');
});

test('cancelling a course cancels everybody with one mail each and its sessions, and requires a reason', async () => {
  const course = await published({ title: 'Fällt aus', placesMax: 1 });
  for (const [at, name] of ['Eins', 'Zwei'].entries())
    await add(course, name, { person: { ...newPerson, lastname: name, email: `aus${at}@example.org` } });
  const state = (await edda.get<EditedCourse>(`/api/manage/courses/${course.id}`)).body;
  expect((await setStatus(state, 'cancelled')).status).toBe(422);
  const cancelled = await setStatus(state, 'cancelled', { cancelReason: 'no_trainer', reason: 'Till ist verletzt' });
  expect(cancelled.body.status).toBe('cancelled');
  expect(new Set(cancelled.body.sessions.map((one) => one.state))).toEqual(new Set(['cancelled']));
  expect((await listOf(course)).rows.map((row) => row.state)).toEqual(['annulled', 'annulled']);
  const mails = await server.sql<{ count: number }>(
    "select count(*)::int as count from outbox_mail where subject = 'Abgesagt: Fällt aus' group by recipient",
  );
  expect(mails.map(({ count }) => count)).toEqual([1, 1]);

  expect((await setStatus(cancelled.body, 'archived')).body.status).toBe('archived');
  const seen = await server.visitor('RWA').get<CoursePage>(`/api/courses/${course.slug}`);
  expect(seen.body.phase.text).toBe('Abgesagt');
});

test('a session cancelled by its trainer stays cancelled when the course is restored, whatever its reason', async () => {
  const course = await published({ title: 'Kommt wieder' });
  const till = await server.signedIn('trainer');
  const [first, second] = course.sessions;
  expect((await till.post(`/api/sessions/${first?.id}/cancellation`, { reason: 'Kurs abgesagt' })).status).toBe(200);
  const cancelled = await setStatus(course, 'cancelled', { cancelReason: 'weather' });
  expect(cancelled.body.sessions.find(({ id }) => id === second?.id)).toMatchObject({ state: 'cancelled', reason: 'Kurs abgesagt' });
  const again = await setStatus(cancelled.body, 'published');
  expect(again.body.sessions.map(({ state }) => state)).toEqual(['cancelled', ...course.sessions.slice(1).map(() => 'planned')]);
  expect(again.body.sessions[0]?.reason).toBe('Kurs abgesagt');
});

test('each mail is sent exactly once, with repeated requests and any number of concurrent jobs', async () => {
  const course = await published({ title: 'Einmal', placesMax: 1 });
  const mailOf = (name: string) => `einmal-${name.toLowerCase()}@example.org`;
  for (const name of ['Drin', 'Wartet']) await add(course, name, { person: { ...newPerson, lastname: name, email: mailOf(name) } });
  const now = async () => (await edda.get<EditedCourse>(`/api/manage/courses/${course.id}`)).body;
  const four = <T>(work: () => Promise<T>) => Promise.all([work(), work(), work(), work()]);
  const [first, second] = course.sessions;
  await four(() => edda.post(`/api/sessions/${first?.id}/cancellation`, { reason: 'Glatteis' }));
  const moved = { date: '2026-12-15', startTime: '17:00', endTime: '18:00', place: 'Halle B' };
  await four(() => edda.post(`/api/sessions/${second?.id}/move`, moved));
  const more = await now();
  await four(() => update(more, { placesMax: 2 }));
  later(49);
  await four(() => expireDue(server));
  setClock(testTime);
  const last = await now();
  const ends = await four(() => setStatus(last, 'cancelled', { cancelReason: 'weather' }));
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const subjects = async (recipient: string) =>
    (
      await server.sql<{ subject: string }>(
        "select subject from outbox_mail where recipient = $1 and subject like '%Einmal%' order by id",
        [recipient],
      )
    ).map(({ subject }) => subject);
  const till = await subjects('trainer@rwa.test');
  expect(till).toEqual(['Abgesagt: Einmal (Sie leiten dieses Angebot)']);
  expect(await subjects(mailOf('Drin'))).toEqual([
    'Angemeldet: Einmal',
    'Fällt aus: Einmal am 07.12.2026, 16:30 Uhr',
    'Verlegt: Einmal',
    'Abgesagt: Einmal',
  ]);
  expect(await subjects(mailOf('Wartet'))).toEqual(['Warteliste: Einmal', 'Ein Platz ist frei: Einmal', 'Frist abgelaufen: Einmal']);
});

test('changed times correct the future sessions, or apply from a day on; past sessions are kept', async () => {
  const course = await published({ title: 'Neue Zeit', startsOn: '2026-12-07', endsOn: '2027-02-22' });
  const later = [{ weekday: 2, startTime: '18:00', endTime: '19:00', place: 'Halle B' }];
  const period = { startsOn: '2026-12-07', endsOn: '2027-02-22' };
  const split = (await update(course, { ...period, slots: later, slotsFrom: '2027-01-18' })).body;
  const before = split.sessions.filter(({ localDate }) => localDate < '2027-01-18');
  const after = split.sessions.filter(({ localDate }) => localDate >= '2027-01-18');
  expect(before.length).toBeGreaterThan(3);
  expect(new Set(before.map(({ localDate }) => new Date(localDate).getUTCDay()))).toEqual(new Set([1]));
  expect(new Set(after.map(({ localDate }) => new Date(localDate).getUTCDay()))).toEqual(new Set([2]));
  const shown = (await server.visitor().get<CoursePage>(`/api/courses/${course.slug}`)).body;
  expect(shown.slots).toEqual([
    { weekday: 1, startTime: '16:30', endTime: '17:30', until: '2027-01-17' },
    { weekday: 2, startTime: '18:00', endTime: '19:00', from: '2027-01-18' },
  ]);
});

test('a cancelled or moved session is not created again when the time is corrected', async () => {
  const course = await published({ title: 'Neue Stunde' });
  const [first, second, third] = course.sessions;
  expect((await edda.post(`/api/sessions/${first?.id}/cancellation`, { reason: 'Glatteis' })).status).toBe(200);
  const moved = { date: '2026-12-15', startTime: '17:00', endTime: '18:00', place: 'Halle B' };
  expect((await edda.post(`/api/sessions/${second?.id}/move`, moved)).status).toBe(200);
  const now = (await edda.get<EditedCourse>(`/api/manage/courses/${course.id}`)).body;
  const slots = now.slots.map((slot) => ({ ...slot, startTime: '20:00', endTime: '21:00' }));
  const corrected = (await update(now, { slots })).body;
  expect(corrected.sessions).toHaveLength(course.sessions.length);
  expect(corrected.sessions.filter(({ localDate }) => localDate === first?.localDate)).toHaveLength(1);
  expect(corrected.sessions.filter(({ localDate }) => localDate === second?.localDate)).toEqual([]);
  const shifted = corrected.sessions.find(({ localDate }) => localDate === third?.localDate);
  expect(shifted).toMatchObject({ state: 'planned', startsAt: `${third?.localDate}T19:00:00.000Z` });
});

test('everybody with a seat is notified of a cancelled or moved session', async () => {
  const course = await published({ title: 'Ein Termin' });
  await add(course, 'Da', { person: { ...newPerson, lastname: 'Da', email: 'da@example.org' } });
  const till = await server.signedIn('trainer');
  const [first, second] = course.sessions;
  expect((await till.post(`/api/sessions/${first?.id}/cancellation`, { reason: 'Glatteis' })).status).toBe(200);
  expect(await server.latestMail('da@example.org')).toContain('Glatteis');
  const moved = { date: '2026-12-15', startTime: '17:00', endTime: '18:00', place: 'Halle B' };
  expect((await till.post(`/api/sessions/${second?.id}/move`, moved)).status).toBe(403);
  expect((await edda.post(`/api/sessions/${second?.id}/move`, moved)).status).toBe(200);
  expect(await server.latestMail('da@example.org')).toContain('verlegt auf 15.12.2026, 17:00–');
  const rosa = await server.signedIn('reader');
  expect((await rosa.post(`/api/sessions/${second?.id}/cancellation`, { reason: 'x' })).status).toBe(403);
});

test('a copy is a draft of the next period without people, and former participants have priority', async () => {
  const course = await published({ title: 'Weiter' });
  await add(course, 'Treu');
  const copy = (await edda.post<EditedCourse>(`/api/manage/courses/${course.id}/copy`, { startsOn: '2027-04-12', endsOn: '2027-07-05' }))
    .body;
  expect(copy).toMatchObject({ status: 'draft', title: 'Weiter', startsOn: '2027-04-12', occupied: 0 });
  expect(copy.number).not.toBe(course.number);
  const [old] = (await listOf(course)).rows;
  await setStatus(copy, 'published');
  const moved = await edda.post<{ state: string }>(`/api/courses/${copy.id}/participants`, { personId: old?.personId });
  expect(moved.body.state).toBe('confirmed');
  const [row] = await server.sql<{ queue_class: number }>('select queue_class from enrolment where course_id = $1', [copy.id]);
  expect(row?.queue_class).toBe(10);
});

test('selected offers are copied together, all or none, on the same weekdays; without the right nothing is copied', async () => {
  const some = [await published({ title: 'Mit ins Halbjahr' }), await published({ title: 'Auch ins Halbjahr' })];
  const copy = (client: Client, ids: string[]) => client.post<{ made: number } & Refusal>('/api/manage/courses/copies', { ids, weeks: 26 });
  const ids = some.map(({ id }) => id);
  expect((await copy(server.visitor(), ids)).status).toBe(401);
  for (const role of ['reader', 'trainer'] as const) expect((await copy(await server.signedIn(role), ids)).status).toBe(403);
  expect((await copy(await server.signedIn('editor', 'SCB'), ids)).status).toBe(404);
  expect((await copy(edda, [...ids, randomUUID()])).status).toBe(404);
  const drafts = () => server.sql("select starts_on::text as day from course where title like '%ins Halbjahr' and status = 'draft'");
  expect(await drafts()).toEqual([]);
  expect((await copy(edda, ids)).body.made).toBe(2);
  expect(await drafts()).toEqual([{ day: '2027-06-07' }, { day: '2027-06-07' }]);
});

test('several templates create offers that begin on one day, each as long as its template', async () => {
  const made: string[] = [];
  for (const title of ['Vorlage Rücken', 'Vorlage Tanz']) {
    const { id } = await published({ title });
    made.push((await edda.post<{ id: string }>(`/api/manage/courses/${id}/template`, {})).body.id);
  }
  const copy = (more: object) => edda.post<{ made: number } & Refusal>('/api/manage/courses/copies', { ids: made, ...more });
  expect([(await copy({})).status, (await copy({ weeks: 2, startsOn: '2027-09-06' })).status]).toEqual([422, 422]);
  expect((await copy({ startsOn: '2027-09-06' })).body.made).toBe(2);
  const rows = await server.sql<{ day: string; lasts: number; lasted: number }>(
    `select c.starts_on::text as day, c.ends_on - c.starts_on as lasts, t.ends_on - t.starts_on as lasted from course c
       join course t on t.title = c.title and t.template where c.title like 'Vorlage %' and c.status = 'draft' and not c.template`,
  );
  expect(rows).toHaveLength(2);
  for (const { day, lasts, lasted } of rows) expect([day, lasts]).toEqual(['2027-09-06', lasted]);
});

test('the iCal file uses Berlin time, names its zone and folds long lines', async () => {
  const course = await published({
    title: 'Öffentliches Übungsangebot für Kinder, Eltern und Großeltern; mit sehr langem Namen, damit die Zeile bricht',
  });
  const answer = await server.visitor().get(`/api/courses/${course.slug}/calendar`);
  expect(answer.headers['content-type']).toContain('text/calendar');
  expect(answer.text).toContain('DTSTART;TZID=Europe/Berlin:20261207T163000');
  expect(answer.text).toContain('BEGIN:VTIMEZONE');
  expect(answer.text).toContain('METHOD:PUBLISH');
  expect(answer.text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
  expect(answer.text.replaceAll('\r\n ', '')).toMatch(new RegExp(`URL:http[^\r]+/id/${course.slug}\r\n`));
  // STATUS is only written for cancelled sessions.
  expect(answer.text).not.toContain('STATUS:');
  expect(answer.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

test('the HTML head of a course gives previews and search engines its text, dates and prices, and is escaped', async () => {
  const course = await published({ title: 'Yoga </script><b>', subtitle: 'Ruhe & Kraft', placesMax: 3 });
  const head = async (address: string) => (await server.visitor().get(`/id/${address}`)).text;
  const text = await head(course.slug);
  expect(text).toContain('<meta property="og:title" content="Yoga &lt;/script&gt;&lt;b&gt;">');
  expect(text.match(/property="og:title"/g)).toHaveLength(1);
  expect(text).toContain('<meta name="description" content="Ruhe &amp; Kraft">');
  expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/id/${course.slug}">`));
  expect(text).not.toContain('</script><b>');
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as unknown;
  expect(data).toMatchObject({
    '@type': 'Course',
    name: 'Yoga </script><b>',
    offers: [{ price: '60.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }],
    hasCourseInstance: {
      startDate: '2026-12-07',
      location: { name: 'Halle A' },
      subEvent: expect.arrayContaining([expect.objectContaining({ startDate: '2026-12-07T15:30:00.000Z' })]) as unknown,
    },
  });
  const hidden = [
    await create({ title: 'Geheimer Entwurf' }),
    await published({ title: 'Nur für Mitglieder hier', visibility: 'members' }),
  ];
  const [draft, members] = hidden;
  const internal = await published({ title: 'Nur intern', visibility: 'internal' });
  for (const { slug, title } of [...hidden, internal]) {
    const answer = await server.visitor().get(`/id/${slug}`);
    expect(answer.text).not.toContain(title);
    expect([slug, answer.headers['x-robots-tag'], answer.status]).toEqual([slug, 'noindex', slug === members?.slug ? 200 : 404]);
  }
  expect((await edda.get(`/id/${draft?.slug}`)).status).toBe(200);
  expect((await server.visitor().get('/id/gibt-es-nicht')).status).toBe(404);
  for (const address of ['%E0%A4%A', '%00']) expect((await server.visitor().get(`/id/${address}`)).status).toBeLessThan(500);
});

test('the server-rendered page of a course shows the main facts, to everybody unless the course is internal', async () => {
  const text = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] });
  const course = await published({ title: 'Yoga <b>am Abend', description: text('Bitte <i>warm</i> anziehen.') });
  const wordsOn = async (site: ClubName, slug: string) => {
    const page = (await server.visitor(site).get(`/id/${slug}`)).text;
    return /<div id="words">.*<\/footer><\/div>/s.exec(page)?.[0] ?? '';
  };
  const words = await wordsOn('RWA', course.slug);
  for (const part of [
    '<h1>Yoga &lt;b&gt;am Abend</h1>',
    '<dt>Wann</dt><dd>montags 16:30–17:30 Uhr</dd>',
    '<dt>Wo</dt><dd>Halle A</dd>',
    '<dt>Preis</dt><dd>60,00\u00A0€ für den Kurs (Nichtmitglieder)</dd>',
    '<p>Bitte &lt;i&gt;warm&lt;/i&gt; anziehen.</p>',
  ])
    expect(words).toContain(part);
  expect(words).not.toContain('Angebot von');
  expect(await wordsOn('GSV', course.slug)).toContain('<p>Angebot von Rot-Weiß Auenfeld · ');
  const members = await published({ title: 'Nur unter uns', visibility: 'members' });
  expect(await wordsOn('RWA', members.slug)).toContain('<h1>Kurs</h1>');
});

test('the page of all offers lists them for search engines, each with the URL of its own club; a filtered one is excluded', async () => {
  const course = await published({ title: 'Zirkus für alle' });
  await server.sql("update course set starts_on = '2020-01-01' where id = $1", [course.id]);
  type Data = { mainEntity: { itemListElement: { position: number; name: string; url: string }[] } };
  const listOn = async (site: ClubName) => {
    const { text } = await server.visitor(site).get('/offers');
    const { mainEntity } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as Data; // JSON-LD from the head of the page.
    return mainEntity.itemListElement;
  };
  const here = await listOn('RWA');
  expect(here.map(({ position }) => position)).toEqual(here.map((_one, at) => at + 1));
  const own = here.find(({ name }) => name === 'Zirkus für alle');
  expect(own?.url).toMatch(new RegExp(`^http[^ ]+/id/${course.slug}$`));
  expect((await listOn('GSV')).find(({ name }) => name === 'Zirkus für alle')?.url).toBe(own?.url);
  expect((await listOn('SCB')).map(({ name }) => name)).not.toContain('Zirkus für alle');
  expect((await server.visitor().get('/offers?q=zirkus')).text).not.toContain('ItemList');
});

test('a club without enrolments says so on its page, and the endpoints are disabled', async () => {
  const emil = await server.signedIn('editor', 'SCB');
  const thea = await server.signedIn('trainer', 'SCB');
  const [person] = (await thea.get<OwnPerson[]>('/api/people/mine')).body;
  const course = (await emil.post<EditedCourse>('/api/manage/courses', fields({ trainers: [{ personId: person?.id, role: 'lead' }] })))
    .body;
  await emil.post(`/api/manage/courses/${course.id}/status`, { to: 'published', version: course.version });
  const page = (await server.visitor('SCB').get<CoursePage>(`/api/courses/${course.slug}`)).body;
  expect(page.hasRegistration).toBe(false);
  const guest = { firstname: 'Jo', lastname: 'Gast', birthDate: '1990-01-01', email: 'jo@example.org', acceptsTerms: true };
  for (const client of [server.visitor('SCB'), server.visitor('RWA'), await server.signedIn('super')]) {
    const answer = await client.post(`/api/courses/${course.id}/guests`, guest);
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
  }
});

test('the public list and page contain no participant data', async () => {
  const course = await published({ title: 'Ohne Namen' });
  await add(course, 'Geheimname');
  const texts = await Promise.all(
    [`/api/courses/${course.slug}`, '/api/courses', `/api/courses/${course.slug}/calendar`].map((url) => server.visitor().get(url)),
  );
  for (const { text } of texts) expect(text).not.toContain('Geheimname');
});

test('a list shows the lowest price with its unit, and whether everybody pays it', async () => {
  const member = { category: 'member', cents: 900, per: 'month' };
  const other = { category: 'non_member', cents: 1200, per: 'month' };
  const one = await published({ prices: [other] });
  const same = await published({ prices: [{ ...member, cents: 1200 }, other] });
  const two = await published({ prices: [member, other] });
  const { rows } = (await edda.get<{ rows: ManagedCourse[] }>('/api/manage/courses')).body;
  const priceOf = ({ id }: { id: string }) => rows.find((row) => row.id === id)?.priceFrom;
  expect([one, same, two].map(priceOf)).toEqual([
    { cents: 1200, per: 'month', isOnly: true },
    { cents: 1200, per: 'month', isOnly: true },
    { cents: 900, per: 'month', isOnly: false },
  ]);
});

test('the public list is updated with the next commit and answers 304 while nothing changed', async () => {
  const visitor = server.visitor();
  const course = await published({ title: 'Frisch', placesMax: 5, startsOn: '2027-05-03', endsOn: '2027-06-28' });
  const freeOf = async () => {
    const { body } = await visitor.get<{ rows: { id: string; free: number }[] }>('/api/courses');
    return body.rows.find(({ id }) => id === course.id)?.free;
  };
  expect(await freeOf()).toBe(5);
  await add(course, 'Neu');
  expect(await freeOf()).toBe(4);
  const { headers } = await visitor.get('/api/courses');
  const again = await visitor.get('/api/courses', { 'if-none-match': headers.etag ?? '' });
  // When the minute changes the list is prepared again with the same rows.
  expect([304, 200]).toContain(again.status);
  expect((await visitor.get('/api/courses?club=XYZ')).status).toBe(400);
});

test('a trainer selects among the courses of the club and their own, without drafts; a reader does not', async () => {
  const draft = await create({ title: 'Noch Entwurf' });
  const mine = await published({ title: 'Meine Gruppe' });
  const till = await server.signedIn('trainer');
  const ids = async (query: string) =>
    (await till.get<{ rows: ManagedCourse[] }>(`/api/participants/courses${query}`)).body.rows.map(({ id }) => id);
  expect(await ids('')).not.toContain(draft.id);
  expect(await ids('?mine=true')).toContain(mine.id);
  expect((await ids('')).length).toBeGreaterThan((await ids('?mine=true')).length);
  expect((await (await server.signedIn('reader')).get('/api/participants/courses')).status).toBe(403);
});

test('a group without an end is planned further ahead each night, and past sessions are kept', async () => {
  const course = await published({ title: 'Ohne Ende', kind: 'permanent', endsOn: null, startsOn: '2026-09-07' });
  const lastOf = async () =>
    (await server.sql<{ last: string }>('select max(local_date)::text as last from course_session where course_id = $1', [course.id]))[0]
      ?.last ?? '';
  const before = await lastOf();
  later(60 * 24);
  await planEndless(server);
  setClock(testTime);
  expect((await lastOf()) > before).toBe(true);
  const [first] = await server.sql<{ first: string }>('select min(local_date)::text as first from course_session where course_id = $1', [
    course.id,
  ]);
  expect(first?.first).toBe('2026-09-07');
  // The board decided about existing sessions when it entered the holiday; the nightly job does not decide again.
  await server.sql(
    "insert into calendar_day_rule (scope, scope_id, kind, name, starts_on, ends_on) values ('club', 'RWA', 'closure', 'Vereinsfest', $1, $1)",
    [before],
  );
  await planEndless(server);
  const kept = await server.sql('select 1 from course_session where course_id = $1 and local_date = $2', [course.id, before]);
  expect(kept).toHaveLength(1);
});

test('a template can only be copied: it is in no list, on no page, without sessions or number of the series', async () => {
  const source = await published({ title: 'Wirbelwind', startsOn: '2026-12-07', endsOn: '2027-02-01' });
  const keep = (client: Client) => client.post<EditedCourse & Refusal>(`/api/manage/courses/${source.id}/template`);
  expect([(await keep(server.visitor())).status, (await keep(await server.signedIn('trainer'))).status]).toEqual([401, 403]);
  expect((await keep(await server.signedIn('editor', 'SCB'))).status).toBe(404);
  const template = (await keep(edda)).body;
  expect(template).toMatchObject({ isTemplate: true, status: 'draft', title: 'Wirbelwind', sessions: [], slots: [{ weekday: 1 }] });
  expect(template.number).toMatch(/^Vorlage-\d{3}$/);

  const titles = async (status: string) =>
    (await edda.get<{ rows: ManagedCourse[] }>(`/api/manage/courses?status=${status}&search=Wirbelwind`)).body.rows.map(({ id }) => id);
  expect([await titles('templates'), await titles('current'), await titles('draft')]).toEqual([[template.id], [source.id], []]);
  expect((await server.visitor().get(`/api/courses/${template.slug}`)).status).toBe(404);
  expect((await setStatus(template, 'published')).body.code).toBe('wrong-state');
  expect((await edda.post<Refusal>(`/api/manage/courses/${template.id}/template`)).body.code).toBe('wrong-state');
  await expect(server.sql("update course set status = 'published' where id = $1", [template.id])).rejects.toThrow('course_template');

  const changed = (await update(template, { slots: [{ weekday: 2, startTime: '18:00', endTime: '19:00' }], endsOn: '2027-02-01' })).body;
  expect(changed).toMatchObject({ isTemplate: true, sessions: [], slots: [{ weekday: 2 }] });
  const made = (await edda.post<EditedCourse>(`/api/manage/courses/${template.id}/copy`, { startsOn: '2027-04-12', endsOn: null })).body;
  expect(made).toMatchObject({ isTemplate: false, status: 'draft', endsOn: '2027-06-07', slots: [{ weekday: 2 }] });
  expect(made.number).toMatch(/^RWA-2027-\d{3}$/);
  expect(made.sessions.length).toBeGreaterThan(6);
  expect((await edda.send('DELETE', `/api/manage/courses/${template.id}`)).status).toBe(403);
  expect((await (await server.signedIn('admin')).send('DELETE', `/api/manage/courses/${template.id}`)).status).toBe(200);
  expect(await titles('templates')).toEqual([]);
});

test('if there are more past offers than a response may contain, it has the latest and the total, and the search finds the others', async () => {
  const { id } = await create({ title: 'Vorlage der alten Kurse' });
  await server.sql(
    `insert into course select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'title', 'Alter Kurs ' || n, 'slug', 'alter-kurs-' || n,
       'number', 'ALT-' || n, 'status', 'archived', 'starts_on', date '2010-01-01' + n, 'ends_on', date '2010-01-02' + n))).*
     from course c, generate_series(1, 510) n where c.id = $1`,
    [id],
  );
  await server.outdate();
  type Managed = { rows: { title: string }[]; total: number };
  const past = (await edda.get<Managed>('/api/manage/courses?status=past')).body;
  expect([past.rows.length, past.total > 509]).toEqual([500, true]);
  const old = past.rows.flatMap(({ title }) => (title.startsWith('Alter Kurs') ? [Number(title.slice(11))] : []));
  expect(old[0]).toBe(510);
  expect(old).toEqual(old.toSorted((a, b) => b - a));
  const { rows, total } = (await edda.get<Managed>('/api/manage/courses?status=past&search=Alter%20Kurs%201')).body;
  expect([rows.map(({ title }) => title).includes('Alter Kurs 1'), rows.length]).toEqual([true, total]);
});
