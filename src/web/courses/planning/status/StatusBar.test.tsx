import { cleanup, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { coursesContract } from '#shared/courses/courses.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { editedCourseOf } from '#test/web/course.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { StatusBar } from './StatusBar.tsx';

const onLack = vi.fn();

test('a draft names what is missing with links, and is published with the shown version', async () => {
  const { server, hand } = await open(editedCourseOf({ missing: [{ path: 'contactEmail', message: 'Der Kontakt fehlt.' }] }));
  await hand.press('Der Kontakt fehlt.');
  expect(onLack).toHaveBeenCalledWith([{ path: 'contactEmail', message: 'Der Kontakt fehlt.' }]);
  server.on(coursesContract.setStatus, editedCourseOf({ status: 'published', version: 6 }));
  await hand.press('Veröffentlichen');
  await hand.reads('Yoga: Veröffentlicht.');
  expect(server.sent[0]?.body).toMatchObject({ to: 'published', version: 5, reason: '' });
});

test('only the possible transitions of a state are offered, billing only to the board', async () => {
  expect(await ways('published')).toEqual(['Durchführung bestätigen', 'Pausieren', 'Abschließen …', 'Absagen …']);
  expect(await ways('confirmed')).toEqual(['Doch nicht sicher', 'Abschließen …', 'Absagen …']);
  expect(await ways('completed')).toEqual(['Abgerechnet …', 'Archivieren …']);
  expect(await ways('completed', 'editor')).toEqual(['Archivieren …']);
});

test('a transition that requires a reason asks for it and sends it', async () => {
  const { server, hand } = await open(editedCourseOf({ status: 'published', placesMin: 8 }));
  server.on(coursesContract.setStatus, ({ reason }) =>
    reason ? editedCourseOf({ status: 'confirmed', version: 6 }) : refuse('not-ready', { reason: 'Erst 3 von mindestens 8.' }),
  );
  await hand.press('Mehr');
  await hand.press('Durchführung bestätigen');
  await hand.reads('Erst 3 von mindestens 8.');
  await hand.fill('Grund', 'Es kommen noch Nachzügler');
  await hand.press('Trotzdem speichern');
  await hand.reads('Yoga: Findet statt.');
  expect(server.sent.map(({ body }) => body)).toMatchObject([{ reason: '' }, { reason: 'Es kommen noch Nachzügler' }]);
});

test('an accidental pause is undone with the following version', async () => {
  const { server, hand } = await open(editedCourseOf({ status: 'published' }));
  server.on(coursesContract.setStatus, ({ to, version }) => editedCourseOf({ status: to, version: version + 1 }));
  await hand.press('Mehr');
  await hand.press('Pausieren');
  await hand.reads('Yoga: Pausiert.');
  await hand.press('Rückgängig');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent[1]?.body).toEqual({ to: 'published', version: 6, reason: '' });
});

test('cancelling asks for a reason and shows the number of notified people', async () => {
  const { server, hand } = await open(editedCourseOf({ status: 'published', occupied: 7, waiting: 2 }));
  server.on(coursesContract.setStatus, editedCourseOf({ status: 'cancelled', version: 6 }));
  await hand.press('Mehr');
  await hand.press('Absagen …');
  await hand.reads(/^9 Anmeldungen werden aufgehoben/);
  await hand.press('Kurs absagen');
  await waitFor(() => expect(hand.problem('Grund')).toBe('Bitte wählen Sie einen der angebotenen Werte.'));
  expect(server.sent).toEqual([]);
});

test.each([
  [{ kind: 'holiday' as const, occupied: 1, waiting: 0 }, /^1 Anmeldung wird aufgehoben/, 'Ferienangebot absagen'],
  [{ kind: 'course' as const, occupied: 0, waiting: 0 }, 'Künftige Termine fallen aus. Angemeldet ist niemand.', 'Kurs absagen'],
])('calling %j off says it in the right number and by its name', async (change, words, name) => {
  const { hand } = await open(editedCourseOf({ status: 'published', ...change }));
  await hand.press('Mehr');
  await hand.press('Absagen …');
  await hand.reads(words);
  expect(hand.button(name)).toBeTruthy();
});

test('what ends an offer stands apart from copying it and keeping it as a template, and asks first', async () => {
  const { server, hand } = await open(editedCourseOf({ status: 'completed' }));
  server.on(coursesContract.setStatus, editedCourseOf({ status: 'archived', version: 6 }));
  await hand.press('Mehr');
  await waitFor(() => hand.button('Kopieren …'));
  const entries = [...document.querySelectorAll('[role=menuitem], [role=separator], .mantine-Menu-divider')];
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Kopieren …', 'Als Vorlage merken', '', 'Abgerechnet …', 'Archivieren …']);
  await hand.press('Archivieren …');
  await hand.reads(/Das lässt sich nicht rückgängig machen/);
  expect(server.sent).toEqual([]);
  await hand.press('Archivieren');
  await hand.reads('Yoga: Archiviert.');
});

async function open(course: EditedCourse, role: Role = 'admin') {
  const server = signIn(userOf(role));
  return { server, hand: await showAtAddress(<StatusBar course={course} onLack={onLack} />) };
}

/** The entries of "Mehr", without those that every offer has. */
async function ways(status: EditedCourse['status'], role: Role = 'admin'): Promise<(string | null)[]> {
  const { hand } = await open(editedCourseOf({ status }), role);
  await hand.press('Mehr');
  await waitFor(() => hand.button('Kopieren …'));
  const names = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent);
  cleanup();
  return names.filter((name) => name !== 'Kopieren …' && name !== 'Als Vorlage merken');
}
