import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-10-01T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** An offer on three Mondays of November; its status is set without the checks of publishing. */
async function offer(staff: Client, title: string): Promise<EditedCourse> {
  const slots = [{ weekday: 1, startTime: '16:30', endTime: '17:30', place: 'Halle A' }];
  const { body } = await staff.post<EditedCourse>('/api/manage/courses', {
    kind: 'course',
    title,
    startsOn: '2026-11-02',
    endsOn: '2026-11-16',
    slots,
  });
  await server.sql("update course set status = 'confirmed' where id = $1", [body.id]);
  return body;
}

const close = (staff: Client, { id, version }: EditedCourse) =>
  staff.post<ProblemBody>(`/api/manage/courses/${id}/status`, { to: 'completed', version, reason: '' });

test('an offer with open dates is not closed, and says how many there are, the first of them and where they are closed', async () => {
  const course = await offer(await server.signedIn('admin'), 'Turnen');
  setClock(new Date('2026-11-17T09:00:00Z'));
  const admin = await server.signedIn('admin');
  const { status, body } = await close(admin, course);
  expect([status, body.code]).toEqual([409, 'not-ready']);
  expect(body.fields?.[0]?.message).toBe(
    '3 Termine sind weder gehalten noch abgesagt, der erste am 02.11.2026. Unter „Termine“ lassen sie sich abschließen.',
  );
  for (const { id } of course.sessions) expect((await admin.post(`/api/sessions/${id}/closing`)).status).toBe(200);
  expect((await close(admin, course)).status).toBe(200);
});

test('a club that keeps no lists of attendance closes an offer once its last date is over', async () => {
  setClock(new Date('2026-10-01T09:00:00Z'));
  const course = await offer(await server.signedIn('admin', 'SCB'), 'Laufen');
  setClock(new Date('2026-11-10T09:00:00Z'));
  const early = await close(await server.signedIn('admin', 'SCB'), course);
  expect(early.body.fields?.[0]?.message).toBe('Ein Termin steht noch bevor, am 16.11.2026.');
  setClock(new Date('2026-11-17T09:00:00Z'));
  expect((await close(await server.signedIn('admin', 'SCB'), course)).status).toBe(200);
});
