import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import { editedCourseOf, managedCourseOf } from '#test/web/course.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { CourseBulkBar } from './CourseBulkBar.tsx';

const [ready, lacking, running] = (['draft', 'paused', 'published'] as const).map((status, index) =>
  managedCourseOf({ id: `8c1d2e3f-4a5b-4c6d-8e7f-00000000001${index}`, status, version: 3 }),
);

test('what waits and lacks nothing is published, what lacks something is named with the reason', async () => {
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

test('what is published already is only copied', async () => {
  signIn(userOf('editor'));
  const hand = await showAtAddress(<CourseBulkBar chosen={running ? [running] : []} onClear={vi.fn()} />);
  await hand.reads('Ins nächste Halbjahr kopieren …');
  expect(() => hand.button(/veröffentlichen/i)).toThrow();
});
