import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { facilitiesContract } from '#shared/halls/facilities.ts';
import { editedCourseOf, slotId } from '#test/web/course.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { CourseEditor } from './CourseEditor.tsx';
import { newCourse, valuesOf } from './courseForm.ts';

const departmentId = '8c1d2e3f-4a5b-4c6d-8e7f-000000000002';

beforeEach(() => void vi.setSystemTime('2027-01-04T10:00:00Z'));

test('a new offer is sent for its club with what was typed, everything else as new offers have it', async () => {
  const { server, hand } = open();
  server.on(coursesContract.create, editedCourseOf());
  await hand.fill('Titel', 'Yoga');
  await hand.choose('Abteilung', 'Turnen');
  await hand.fill('Beginn', '11.01.2027');
  await hand.user.tab();
  await hand.fill('Von', '18:00');
  await hand.fill('Bis', '19:00');
  await hand.fill('Preis in Euro', '45,50');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  const slot = { weekday: 1, startTime: '18:00', endTime: '19:00', place: '', facilityId: null, unitIds: [] };
  expect(server.sent[0]).toMatchObject({
    method: 'POST',
    address: '/manage/courses',
    body: {
      ...newCourse(),
      title: 'Yoga',
      departmentId,
      startsOn: '2027-01-11',
      slots: [slot],
      prices: [{ category: 'non_member', cents: 4550, per: 'course' }],
      club: 'RWA',
    },
  });
});

test('a row in which nothing was typed is no fault and is not sent; one with half a time is', async () => {
  const { server, hand } = open();
  server.on(coursesContract.create, editedCourseOf());
  await hand.fill('Titel', 'Yoga');
  await hand.fill('Von', '18:00');
  await hand.press('Speichern');
  expect(hand.problem('Bis')).not.toBe('');
  expect(server.sent).toEqual([]);
  await hand.fill('Von', '');
  await hand.press('Wöchentliche Zeit');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ title: 'Yoga', slots: [], prices: [] });
});

test('what is wrong in a part that is shut opens it, says so in one place, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.press('Wer darf, Schnuppern, Absagen');
  await hand.fill('Alter ab', '12');
  await hand.fill('Alter bis', '10');
  await hand.press('Wer darf, Schnuppern, Absagen');
  expect(hand.button('Wer darf, Schnuppern, Absagen').getAttribute('aria-expanded')).toBe('false');
  await hand.press('Speichern');
  expect(hand.button('Wer darf, Schnuppern, Absagen').getAttribute('aria-expanded')).toBe('true');
  expect(hand.problem('Alter bis')).toBe('Das Höchstalter liegt unter dem Mindestalter.');
  expect(hand.problem('Titel')).toBe('Bitte ausfüllen.');
  expect(screen.getByText(/^Bitte prüfen Sie:/).textContent).toContain('Das Höchstalter liegt unter dem Mindestalter.');
  expect(server.sent).toEqual([]);
});

test('what the server refuses opens its part and stands at its field', async () => {
  const { server, hand } = open(editedCourseOf());
  server.on(coursesContract.update, () => refuse('invalid-input', { contactEmail: 'Diese Adresse nimmt keine Mails an.' }));
  await hand.fill('Titel', 'Yoga am Abend');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('E-Mail')).toBe('Diese Adresse nimmt keine Mails an.'));
  expect(hand.button('Kontakt').getAttribute('aria-expanded')).toBe('true');
  expect(hand.field('Titel').value).toBe('Yoga am Abend');
});

test('what a draft lacks leads to its field, in a part that was shut; a new offer names who makes it', async () => {
  const { hand } = open(
    editedCourseOf({ contactName: '', missing: [{ path: 'contactName', message: 'Es fehlt, wer Fragen beantwortet.' }] }),
  );
  expect(hand.button('Kontakt').getAttribute('aria-expanded')).toBe('false');
  await hand.press('Es fehlt, wer Fragen beantwortet.');
  expect(hand.button('Kontakt').getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(hand.field('Ansprechpartner'));
  const { fullName, email } = userOf('editor');
  expect(newCourse({ fullName, email })).toMatchObject({ contactName: fullName, contactEmail: email });
});

test('a changed time of a published offer corrects all dates, or holds from a day on, as is answered', async () => {
  const { server, hand } = open(editedCourseOf({ status: 'published' }));
  server.on(coursesContract.update, editedCourseOf({ status: 'published', version: 6 }));
  await hand.fill('Von', '17:30');
  await hand.press('Speichern');
  await hand.reads('Korrektur oder ab Datum?');
  expect(server.sent).toEqual([]);
  await hand.fill('Gilt ab', '01.02.2027');
  await hand.user.tab();
  await hand.press('Ab diesem Datum ändern');
  await hand.reads('Das Angebot ist gespeichert.');
  expect(server.sent[0]?.body).toMatchObject({ slotsFrom: '2027-02-01', version: 5, slots: [{ id: slotId, startTime: '17:30' }] });
});

test('a correction names no day', async () => {
  const { server, hand } = open(editedCourseOf({ status: 'published' }));
  server.on(coursesContract.update, editedCourseOf({ status: 'published', version: 6 }));
  await hand.fill('Bis', '20:00');
  await hand.press('Speichern');
  await hand.reads('Korrektur oder ab Datum?');
  await hand.press('Korrektur: gilt für alle künftigen Termine');
  await hand.reads('Das Angebot ist gespeichert.');
  expect(server.sent[0]?.body).not.toHaveProperty('slotsFrom');
});

test('a draft with another time is saved without a question', async () => {
  const { server, hand } = open(editedCourseOf());
  server.on(coursesContract.update, editedCourseOf({ version: 6 }));
  await hand.fill('Von', '17:30');
  await hand.press('Speichern');
  await hand.reads('Das Angebot ist gespeichert.');
  expect(server.sent).toHaveLength(1);
});

test('fewer seats than people are taken only with a reason, which goes along', async () => {
  const { server, hand } = open(editedCourseOf({ status: 'published', placesMax: 10 }));
  server.on(coursesContract.update, ({ reason }) =>
    reason
      ? editedCourseOf({ status: 'published', version: 6 })
      : refuse('invalid-input', { reason: 'Es sind schon 8 dabei. Warum nur noch 5 Plätze?' }),
  );
  await hand.press('Plätze, Anmeldung und Warteliste');
  await hand.fill('Plätze (leer: ohne Grenze)', '5');
  await hand.press('Speichern');
  await hand.reads('Bitte begründen');
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Es sind schon 8 dabei. Warum nur noch 5 Plätze?');
  await hand.press('Trotzdem speichern');
  expect(hand.problem('Grund')).toBe('Bitte ausfüllen.');
  await hand.fill('Grund', ' Kleinere Halle ');
  await hand.press('Trotzdem speichern');
  await hand.reads('Das Angebot ist gespeichert.');
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { placesMax: 5, reason: '' },
    { placesMax: 5, reason: 'Kleinere Halle' },
  ]);
});

test('an offer whose dates lack a hall says so at the top', async () => {
  const hall = { facilityId: departmentId, unitIds: [], bookingId: null, state: 'missing' as const, reason: 'Belegt' };
  const { hand } = open(editedCourseOf({ sessions: [session(hall), session(null)] }));
  await hand.reads('Ein Termin hat keine Halle');
});

function session(hall: EditedCourse['sessions'][number]['hall']): EditedCourse['sessions'][number] {
  const when = { startsAt: '2027-01-11T17:00:00.000Z', endsAt: '2027-01-11T18:00:00.000Z' };
  return {
    ...when,
    id: crypto.randomUUID(),
    localDate: '2027-01-11',
    place: '',
    state: 'planned',
    reason: null,
    substitute: null,
    presentCount: null,
    mayReturn: false,
    hall,
  };
}

function open(course?: EditedCourse) {
  const server = signIn(userOf('admin'))
    .on(departmentsContract.list, [{ id: departmentId, name: 'Turnen', managed: null }])
    .on(coursesContract.trainers, [])
    .on(facilitiesContract.list, [])
    .on(coursesContract.dates, { dates: [], skipped: [] });
  const hand = show(<CourseEditor fields={course ? valuesOf(course) : newCourse()} club="RWA" {...(course && { course })} />);
  return { server, hand };
}
