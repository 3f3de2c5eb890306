import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleFacility } from '../src/shared/halls/facilities.ts';
import { addDays } from '../src/shared/kernel/calendar.ts';
import { makeHall } from './halls.ts';
import { startServer, type Answer, type Client, type TestServer } from './harness.ts';

/** Two clubs with a board each; neither may reference the other's records. */
const clubs = ['RWA', 'SCB'] as const;
type Side = (typeof clubs)[number];

let server: TestServer;
const boards = new Map<Side, Client>();
const departments = new Map<Side, string>();
const halls = new Map<Side, { id: string; unitIds: string[] }>();

beforeAll(async () => {
  server = await startServer();
  // Both clubs have news and pages here.
  await server.sql("update club set has_news = true, has_content = true where name = 'SCB'");
  for (const club of clubs) {
    boards.set(club, await server.signedIn('admin', club));
    halls.set(club, await makeHall(server, club));
    const id = randomUUID();
    await server.sql("insert into department (id, club, name) values ($1, $2, 'Probe')", [id, club]);
    departments.set(club, id);
  }
});
afterAll(() => server.close());

const text = (...content: object[]) => ({ type: 'doc', content });
const picture = (src: string) => text({ type: 'image', attrs: { src, alt: 'Bild' } });
const linked = (href: string) =>
  text({ type: 'paragraph', content: [{ type: 'text', text: 'hier', marks: [{ type: 'link', attrs: { href } }] }] });
const words = text({ type: 'paragraph', content: [{ type: 'text', text: 'Text' }] });
let count = 0;

const course = (more: object) => ({
  path: '/api/manage/courses',
  body: {
    kind: 'course',
    title: `Kurs ${++count}`,
    startsOn: '2027-01-11',
    endsOn: '2027-03-22',
    slots: [],
    prices: [],
    trainers: [],
    ...more,
  },
});
const event = (more: object) => ({
  path: '/api/events',
  body: { title: `Fest ${++count}`, kind: 'festival', startsAt: '2027-06-19T12:00:00Z', endsAt: '2027-06-19T20:00:00Z', ...more },
});
const article = (more: object) => ({
  path: '/api/newsroom',
  body: {
    slug: `beitrag-${++count}`,
    title: `Beitrag ${count}`,
    teaser: 'Kurz.',
    body: words,
    image: '',
    imageAlt: '',
    state: 'draft',
    publishAt: null,
    expiresAt: null,
    isPinned: false,
    isShared: false,
    ...more,
  },
});
const page = (more: object) => ({
  path: '/api/pages',
  body: {
    body: words,
    state: 'draft',
    menuLabel: '',
    menuOrder: 0,
    parentId: null,
    legalKind: null,
    slug: `seite-${++count}`,
    title: 'Seite',
    ...more,
  },
});
const facility = (club: Side, more: object) => ({
  path: '/api/facilities',
  body: {
    ...exampleFacility,
    ownerKind: 'club',
    ownerClub: club,
    managerClub: club,
    slug: `halle-${++count}`,
    name: `Halle ${count}`,
    ...more,
  },
});

/** Each on a separate day. */
const booking = (club: Side, more: object) => ({
  path: '/api/bookings',
  body: {
    title: 'Training',
    kind: 'training',
    facilityId: halls.get(club)?.id,
    unitIds: halls.get(club)?.unitIds,
    date: addDays('2027-01-11', ++count),
    startTime: '18:00',
    endTime: '19:00',
    ...more,
  },
});

type Ways = { [name: string]: (club: Side, reference: string) => { path: string; body: object } };

const namesDepartment: Ways = {
  course: (_, departmentId) => course({ departmentId }),
  article: (_, departmentId) => article({ departmentId }),
  booking: (club, departmentId) => booking(club, { departmentId }),
};
const namesHall: Ways = {
  course: (_, facilityId) =>
    course({ slots: [{ weekday: 1, startTime: '16:30', endTime: '17:30', place: '', facilityId, unitIds: unitsOf(facilityId) }] }),
  event: (_, facilityId) => event({ facilityId }),
};
const namesFile: Ways = {
  course: (_, image) => course({ image, imageAlt: 'Bild' }),
  event: (_, image) => event({ image, imageAlt: 'Bild' }),
  article: (_, image) => article({ image, imageAlt: 'Bild' }),
  facility: (club, image) => facility(club, { image, imageAlt: 'Bild' }),
  'rules of a facility': (club, rulesFile) => facility(club, { rulesFile }),
};
const showsPicture: Ways = {
  course: (_, source) => course({ description: picture(source) }),
  article: (_, source) => article({ body: picture(source) }),
  page: (_, source) => page({ body: picture(source) }),
};
const links: Ways = {
  course: (_, target) => course({ description: linked(target) }),
  article: (_, target) => article({ body: linked(target) }),
  page: (_, target) => page({ body: linked(target) }),
};

const unitsOf = (id: string) => [...halls.values()].find((hall) => hall.id === id)?.unitIds ?? [randomUUID()];
const otherOf = (club: Side): Side => (club === 'RWA' ? 'SCB' : 'RWA');
const rows = async () =>
  server.sql(
    'select (select count(*) from course) c, (select count(*) from event) e, (select count(*) from news) n, (select count(*) from page) p, (select count(*) from facility) f, (select count(*) from booking) b',
  );

async function send(club: Side, { path, body }: { path: string; body: object }): Promise<Answer> {
  const board = boards.get(club);
  if (!board) throw new Error('no board');
  return board.post(path, body);
}

type Reference = (club: Side) => string;
type Case = { what: string; ways: Ways; own: Reference; foreign: readonly Reference[] };

const folder = (club: string, rest = 'courses/bild.jpg') => `${club}/public/${rest}`;

/** Every way to reference a record, with the club's own and with a foreign one. */
const cases: readonly Case[] = [
  {
    what: 'department',
    ways: namesDepartment,
    own: (club) => departments.get(club) ?? '',
    foreign: [(club) => departments.get(otherOf(club)) ?? '', () => randomUUID()],
  },
  {
    what: 'hall',
    ways: namesHall,
    own: (club) => halls.get(club)?.id ?? '',
    foreign: [(club) => halls.get(otherOf(club))?.id ?? '', () => randomUUID()],
  },
  {
    what: 'file',
    ways: namesFile,
    own: (club) => folder(club, 'events/Fest am Bach.jpg'),
    foreign: [
      (club) => folder(otherOf(club)),
      () => folder('GSV'),
      (club) => `${club}/members/5/antrag.pdf`,
      (club) => `${club}/public/courses/../../../${otherOf(club)}/public/courses/x.jpg`,
      (club) => folder(club, 'anderes/x.jpg'),
      () => 'users/0b5a1f5e-7f3c-4c3e-9a53-1d2f3a4b5c6d/picture',
      () => '"><x',
      () => 'https://evil.example/x.png',
      () => '/\\evil.example/x.png',
    ],
  },
  {
    what: 'picture in a text',
    ways: showsPicture,
    own: (club) => `/media/960/${folder(club)}?v=1`,
    foreign: [
      (club) => `/media/960/${folder(otherOf(club))}?v=1`,
      (club) => `/media/960/${encodeURIComponent(folder(otherOf(club)))}`,
      (club) => `/v0/b/club-files/o/${encodeURIComponent(folder(otherOf(club)))}?alt=media`,
      () => '/\\evil.example/x.png',
      () => '//evil.example/x.png',
    ],
  },
  {
    what: 'address in a text',
    ways: links,
    own: () => '/rwa/impressum',
    foreign: [() => '/\\evil.example', () => '//evil.example', () => '/\\/evil.example', () => 'javascript:alert(1)'],
  },
];

const choices = cases.flatMap(({ what, ways, own, foreign }) =>
  Object.entries(ways).map(([name, way]) => ({ what, name, way, own, foreign })),
);

test.each(choices)("a $name takes the club's own $what", async ({ way, own }) => {
  for (const club of clubs) {
    const { status, text: answer } = await send(club, way(club, own(club)));
    expect(status, answer).toBe(200);
  }
});

test('no write takes a department, a hall, a file, a picture or an address that is not the own one, and nothing is written', async () => {
  const before = await rows();
  const attempts = fc
    .constantFrom(...choices)
    .chain(({ foreign, ...choice }) =>
      fc.record({ choice: fc.constant(choice), club: fc.constantFrom(...clubs), reference: fc.constantFrom(...foreign) }),
    );
  await fc.assert(
    fc.asyncProperty(attempts, async ({ choice, club, reference }) => {
      const { status } = await send(club, choice.way(club, reference(club)));
      return status === 422 || status === 404;
    }),
    { numRuns: 300 },
  );
  expect(await rows()).toEqual(before);
});

test('what an article showed before it may go on showing, also a picture of another club', async () => {
  const foreign = folder('SCB', 'news/bild.jpg');
  const made = (await send('RWA', article({}))).body as unknown as { id: string; version: number };
  await server.sql("update news set image = $2, image_alt = 'Bild', body = $3 where id = $1", [
    made.id,
    foreign,
    picture(`/media/960/${foreign}`),
  ]);
  const again = article({ image: foreign, imageAlt: 'Bild', body: picture(`/media/960/${foreign}`) }).body;
  const kept = await boards.get('RWA')?.send('PUT', `/api/newsroom/${made.id}`, { ...again, version: made.version });
  expect(kept?.status, kept?.text).toBe(200);
});
