import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import { editedCourseOf, managedCourseOf } from '#test/web/course.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { CourseBulkBar } from './CourseBulkBar.tsx';

const [ready, lacking, running] = (['draft', 'paused', 'published'] as const).map((status, index) =>
  managedCourseOf({ id: `8c1d2e3f-4a5b-4c6d-8e7f-00000000001${index}`, status, version: 3 }),
);

test('complete drafts are published, incomplete ones are named with the reason', async () => {
  const server = signIn(userOf('editor'));
  server.on(coursesContract.setStatus, ({ id }) =>
    id === lacking?.id ? refuse('not-ready', { contactEmail: 'Der Kontakt fehlt.' }) : editedCourseOf({ status: 'published' }),
  );
  const onClear = vi.fn();
  const hand = await showAtAddress(<CourseBulkBar chosen={[ready, lacking, running].flatMap((one) => one ?? [])} onClear={onClear} />);
  await hand.press('2 veröffentlichen');
  await hand.reads('Ein Angebot ist veröffentlicht.');
  await hand.reads('Der Kontakt fehlt.');
  expect(document.querySelector('[role=dialog] a')?.getAttribute('href')).toBe(`/admin/courses/${lacking?.id}`);
  await waitFor(() => expect(onClear).toHaveBeenCalled());
  expect(server.sent.map(({ body }) => body)).toEqual([
    { to: 'published', reason: '', version: 3 },
    { to: 'published', reason: '', version: 3 },
  ]);
});

test('what is published without a hall is named with the number of its dates, and who has the hall', async () => {
  const server = signIn(userOf('editor'));
  const sessions = [sessionWithoutHall(), sessionWithoutHall()];
  server.on(coursesContract.setStatus, ({ id }) =>
    editedCourseOf({ id, status: 'published', sessions: id === lacking?.id ? sessions : [] }),
  );
  const hand = await showAtAddress(<CourseBulkBar chosen={[ready, lacking].flatMap((one) => one ?? [])} onClear={vi.fn()} />);
  await hand.press('Veröffentlichen');
  await hand.reads('2 Angebote sind veröffentlicht.');
  await hand.reads('Veröffentlicht, aber nicht überall mit Halle');
  await hand.reads('2 Termine haben keine Halle.');
  await hand.reads('Der erste: Belegt am 11.01.2027, 18:00–19:00 Uhr: RWA, Pilates');
  expect(document.querySelector('[role=dialog] a')?.getAttribute('href')).toBe(`/admin/courses/${lacking?.id}`);
});

test('drafts are deleted together after a question; what is published stays', async () => {
  const server = signIn(userOf('admin'));
  server.on(coursesContract.remove, { ok: true });
  const onClear = vi.fn();
  const hand = await showAtAddress(<CourseBulkBar chosen={[ready, lacking, running].flatMap((one) => one ?? [])} onClear={onClear} />);
  await hand.press('1 löschen');
  await hand.reads('Entwürfe löschen?');
  expect(server.sent).toEqual([]);
  await hand.press('Löschen');
  await hand.reads('Ein Angebot ist gelöscht.');
  expect(server.sent.map(({ method, address }) => `${method} ${address}`)).toEqual([`DELETE /manage/courses/${ready?.id}`]);
});

test('published offers are only copied', async () => {
  signIn(userOf('editor'));
  const hand = await showAtAddress(<CourseBulkBar chosen={running ? [running] : []} onClear={vi.fn()} />);
  await hand.reads('Ins nächste Halbjahr kopieren …');
  expect(() => hand.button(/veröffentlichen/i)).toThrow();
});

test('a copy begins no earlier than today, each first day is named, and groups that go on are left out', async () => {
  vi.setSystemTime('2026-11-28T10:00:00Z');
  const spring = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000041', startsOn: '2026-01-12', endsOn: '2026-03-23' });
  const autumn = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000042', startsOn: '2026-09-09', endsOn: '2026-12-16' });
  const group = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000043', kind: 'permanent', endsOn: null });
  const server = signIn(userOf('editor'));
  server.on(coursesContract.copyMany, { made: 2 });
  const onCopied = vi.fn();
  const hand = await showAtAddress(<CourseBulkBar chosen={[spring, autumn, group]} onClear={vi.fn()} onCopied={onCopied} />);
  await hand.press('Ins nächste Halbjahr kopieren …');
  await hand.reads(/Ein Dauerangebot läuft ohne Ende weiter und wird nicht kopiert/);
  await hand.reads(/Aus dem 12\.01\.2026 wird der 11\.01\.2027, aus dem 09\.09\.2026 wird der 08\.09\.2027/);
  await hand.fill('Wochen später', '26');
  await hand.reads(/Eine Kopie beginnt damit vor heute/);
  await hand.press('Kopieren');
  await hand.reads('2 Kopien sind Entwürfe.');
  expect(server.sent[0]?.body).toEqual({ ids: [spring.id, autumn.id], weeks: 26 });
  expect(onCopied).toHaveBeenCalledOnce();
});

test('past offers are closed, and closed ones archived, each after a confirmation', async () => {
  vi.setSystemTime('2027-08-01T10:00:00Z');
  const over = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000021', status: 'confirmed', endsOn: '2027-07-15', version: 2 });
  const closed = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000022', status: 'completed', endsOn: '2027-07-15', version: 4 });
  const going = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000023', status: 'published', endsOn: '2027-12-15', version: 5 });
  const server = signIn(userOf('editor'));
  server.on(coursesContract.setStatus, ({ to }) => editedCourseOf({ status: to }));
  const hand = await showAtAddress(<CourseBulkBar chosen={[over, closed, going]} onClear={vi.fn()} />);
  await hand.press('1 abschließen');
  expect(server.sent).toEqual([]);
  await hand.press('Abschließen');
  await hand.reads('Ein Angebot ist abgeschlossen.');
  await hand.press('1 archivieren');
  await hand.press('Archivieren');
  await hand.reads('Ein Angebot ist archiviert.');
  expect(server.sent.map(({ address, body }) => [address.split('/').at(-2)?.slice(-2), body])).toEqual([
    ['21', { to: 'completed', reason: '', version: 2 }],
    ['22', { to: 'archived', reason: '', version: 4 }],
  ]);
});

test('prices of several offers are changed together after a preview; a running group is named and linked', async () => {
  vi.setSystemTime('2027-01-04T10:00:00Z');
  const course = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000031', title: 'Yoga', status: 'draft', priceFromCents: 6000 });
  const group = managedCourseOf({ id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000032', title: 'Turnen', status: 'published', kind: 'permanent' });
  const server = signIn(userOf('editor'));
  server.on(coursesContract.edit, editedCourseOf({ prices: [{ category: 'non_member', cents: 6000, per: 'course' }], version: 7 }));
  server.on(coursesContract.update, editedCourseOf({ version: 8 }));
  const hand = await showAtAddress(<CourseBulkBar chosen={[course, group]} onClear={vi.fn()} />);
  await hand.press('Preise ändern …');
  await hand.press('Preise ändern');
  expect(hand.problem('Prozent')).toBe('Bitte eine Zahl wie 5 oder -10.');
  await hand.fill('Prozent', '5');
  await hand.reads(/Yoga: ab 60,00.€ wird ab 63,00.€/);
  await hand.press('Preise ändern');
  await hand.reads('Ein Angebot ist geändert.');
  await hand.reads(/angekündigt/);
  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]).toMatchObject({ method: 'PUT', body: { prices: [{ cents: 6300 }], version: 7 } });
  expect(document.querySelector('[role=dialog] a')?.getAttribute('href')).toBe(`/admin/courses/${group.id}`);
});

function sessionWithoutHall(): EditedCourse['sessions'][number] {
  return {
    id: crypto.randomUUID(),
    localDate: '2027-01-11',
    startsAt: '2027-01-11T17:00:00.000Z',
    endsAt: '2027-01-11T18:00:00.000Z',
    place: '',
    state: 'planned',
    reason: null,
    substitute: null,
    presentCount: null,
    mayReturn: false,
    hall: {
      facilityId: crypto.randomUUID(),
      unitIds: [],
      bookingId: null,
      state: 'missing',
      reason: 'Belegt am 11.01.2027, 18:00–19:00 Uhr: RWA, Pilates',
      isClosed: false,
    },
  };
}
