import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '../src/shared/courses/courseShapes.ts';
import { startServer, type Client, type TestServer } from './harness.ts';

let server: TestServer;
let edda: Client;
beforeAll(async () => {
  server = await startServer();
  edda = await server.signedIn('editor');
});
afterAll(() => server.close());

type Saved = EditedCourse & { slots: unknown[] };

/** A published course, whose title and place are changed by each test. */
async function published(): Promise<Saved> {
  const [trainer] = (await (await server.signedIn('trainer')).get<{ id: string }[]>('/api/people/mine')).body;
  const draft = await edda.post<Saved>('/api/manage/courses', fieldsOf('Runde 0', trainer?.id ?? ''));
  const { id, version } = draft.body;
  return (await edda.post<Saved>(`/api/manage/courses/${id}/status`, { to: 'published', version })).body;
}

function fieldsOf(title: string, trainer: string) {
  return {
    kind: 'course',
    title,
    place: title,
    startsOn: '2027-01-11',
    endsOn: '2027-03-22',
    slots: [{ weekday: 1, startTime: '16:30', endTime: '17:30', place: title }],
    prices: [{ category: 'non_member', cents: 6000 }],
    trainers: [{ personId: trainer, role: 'lead' }],
    contactName: 'Edda Rotmuster',
    contactEmail: 'edda@example.org',
    placesMax: 10,
    requiresGuardian: false,
  };
}

test('whoever asks after a change has its answer gets the change, however many read before, meanwhile and after it', async () => {
  let course = await published();
  const trainer = course.trainers[0]?.personId ?? '';
  const visitor = server.visitor();
  const addresses = ['/api/courses', `/api/courses/${course.slug}`, `/api/courses/${course.id}`, '/payload/myClub.json'];
  let isOver = false;
  const crowd = addresses.map(async (address) => {
    while (!isOver) expect((await visitor.get(address)).status).toBe(200);
  });
  for (let round = 1; round <= 15; round++) {
    const title = `Runde ${round}`;
    const input = { ...fieldsOf(title, trainer), number: course.number, version: course.version };
    const changed = await edda.send<Saved>('PUT', `/api/manage/courses/${course.id}`, input);
    expect(changed.status).toBe(200);
    course = changed.body;
    const readers = await Promise.all([...addresses, ...addresses].map((address) => visitor.get(address)));
    for (const { text } of readers) expect(text).toContain(`"${title}"`);
  }
  isOver = true;
  await Promise.all(crowd);
}, 120_000);

test('the seats of a course and what stands against a person are those after the last enrolment', async () => {
  const course = await published();
  const rosa = await server.signedIn('reader');
  const [own] = (await rosa.get<{ id: string }[]>('/api/people/mine')).body;
  const free = async () => (await server.visitor().get<{ free: number }>(`/api/courses/${course.slug}`)).body.free;
  const state = async () => {
    const { body } = await rosa.get<{ personId: string; state: string | null }[]>(`/api/courses/${course.id}/candidates`);
    return body.find(({ personId }) => personId === own?.id)?.state;
  };
  expect([await free(), await state()]).toEqual([10, null]);
  const answer = await rosa.post(`/api/courses/${course.id}/registrations`, { personIds: [own?.id], acceptsTerms: true });
  expect(answer.status).toBe(200);
  expect([await free(), await state()]).toEqual([9, 'confirmed']);
});

test('what is not public is kept for nobody else: a draft and an offer for members stay hidden from a visitor', async () => {
  const course = await published();
  const visitor = server.visitor();
  expect((await visitor.get(`/api/courses/${course.slug}`)).status).toBe(200);
  const input = { ...fieldsOf('Runde 0', course.trainers[0]?.personId ?? ''), number: course.number, version: course.version };
  const hidden = await edda.send('PUT', `/api/manage/courses/${course.id}`, { ...input, visibility: 'members' });
  expect(hidden.status).toBe(200);
  expect((await edda.get(`/api/courses/${course.slug}`)).status).toBe(200);
  expect((await visitor.get(`/api/courses/${course.slug}`)).status).toBe(404);
});
