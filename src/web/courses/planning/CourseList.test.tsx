import { expect, test } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { viewsContract } from '#shared/accounts/views.ts';
import { managedCourseOf } from '#test/web/course.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { CourseList } from './CourseList.tsx';

test.each([
  ['current', 'Neue Angebote beginnen als Entwurf.'],
  ['draft', 'Neue Angebote und Kopien beginnen als Entwurf.'],
  ['past', 'Hier stehen Angebote, sobald sie abgerechnet oder archiviert sind.'],
])('an empty list of offers (%s) says what belongs there, and has one filled button', async (status, words) => {
  const viewer = userOf('admin');
  const server = signIn(viewer);
  server.on(coursesContract.manage, { rows: [], total: 0 });
  server.on(viewsContract.list, []);
  const hand = await showAtAddress(<CourseList viewer={viewer} />, `/?status=${status}`);
  await hand.reads(words);
  expect(document.querySelectorAll('[data-variant=filled]')).toHaveLength(1);
});

test('what a search finds in the archive only is offered there', async () => {
  const viewer = userOf('admin');
  const archived = managedCourseOf({ title: 'Herbstkurs', status: 'archived' });
  const server = signIn(viewer);
  server.on(coursesContract.manage, ({ search, status }) =>
    search && status === 'past' ? { rows: [archived], total: 1 } : { rows: [], total: 0 },
  );
  server.on(viewsContract.list, []);
  const hand = await showAtAddress(<CourseList viewer={viewer} />, '/?search=Herbst');
  await hand.reads('Kein Angebot gefunden.');
  await hand.press('Im Archiv: 1');
  await hand.reads('Herbstkurs');
});
