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

test('a new offer is sent for its club with the input, and defaults for everything else', async () => {
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

test('a holiday offer takes place in the holidays', async () => {
  const { server, hand } = open();
  server.on(coursesContract.create, editedCourseOf());
  await hand.fill('Titel', 'Ponytag');
  await hand.choose('Art', 'Ferienangebot');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ kind: 'holiday', holidayMode: 'keep' });
});

test('the price of a group is asked for by the month, unless it is typed already', async () => {
  const { server, hand } = open();
  server.on(coursesContract.create, editedCourseOf());
  await hand.fill('Titel', 'Geräteturnen');
  await hand.choose('Art', 'Dauerangebot');
  expect(hand.field('Zeitraum').value).toBe('im Monat');
  await hand.choose('Art', 'Kurs');
  expect(hand.field('Zeitraum').value).toBe('für den Kurs');
  await hand.fill('Preis in Euro', '12');
  await hand.choose('Art', 'Dauerangebot');
  expect(hand.field('Zeitraum').value).toBe('für den Kurs');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ kind: 'permanent', prices: [{ cents: 1200, per: 'course' }] });
});

test.each([
  { what: 'no time has a place', slot: { place: '', facilityId: null }, place: '', says: true },
  { what: 'the time has a hall', slot: { place: '', facilityId: departmentId }, place: '', says: false },
  { what: 'the time has a place of its own', slot: { place: 'Wiese', facilityId: null }, place: '', says: false },
  { what: 'the offer has a place', slot: { place: '', facilityId: null }, place: 'Wiese', says: false },
])('whether an offer says that nobody knows where it is: $what', ({ slot, place, says }) => {
  const time = {
    id: departmentId,
    weekday: 2,
    startTime: '17:00',
    endTime: '18:30',
    unitIds: slot.facilityId ? [departmentId] : [],
    ...slot,
  };
  open(editedCourseOf({ slots: [time], place }));
  const words = 'Für dienstags 17:00–18:30 Uhr steht kein Ort';
  expect(document.body.textContent.includes(words)).toBe(says);
});

test('an empty row is valid and not sent; a row with an incomplete time is invalid', async () => {
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

test('the faults of all sections are listed with the names of their fields and lead to them; the index marks the sections, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.fill('Alter ab', '12');
  await hand.fill('Alter bis', '10');
  expect(screen.getByRole('link', { name: 'Wer darf, Schnuppern, Absagen, geändert' })).toBeTruthy();
  await hand.press('Speichern');
  expect(hand.problem('Alter bis')).toBe('Das Höchstalter liegt unter dem Mindestalter.');
  expect(hand.problem('Titel')).toBe('Bitte ausfüllen.');
  await hand.reads(/^Bitte prüfen Sie \d Angaben$/);
  expect(screen.getByRole('link', { name: 'Wer darf, Schnuppern, Absagen, mit Fehler' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Angebot, mit Fehler' })).toBeTruthy();

  await hand.press('Alter bis: Das Höchstalter liegt unter dem Mindestalter.');
  expect(document.activeElement).toBe(hand.field('Alter bis'));
  await hand.press('Titel: Bitte ausfüllen.');
  expect(document.activeElement).toBe(hand.field('Titel'));
  expect(server.sent).toEqual([]);
});

test('a server error is shown at its field', async () => {
  const { server, hand } = open(editedCourseOf());
  server.on(coursesContract.update, () => refuse('invalid-input', { contactEmail: 'Diese Adresse nimmt keine Mails an.' }));
  await hand.fill('Titel', 'Yoga am Abend');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('E-Mail')).toBe('Diese Adresse nimmt keine Mails an.'));
  expect(screen.getByRole('link', { name: 'Kontakt, mit Fehler' })).toBeTruthy();
  expect(hand.field('Titel').value).toBe('Yoga am Abend');
});

test('a missing value of a draft leads to its field; the author is the default contact of a new offer', async () => {
  const { hand } = open(
    editedCourseOf({ contactName: '', missing: [{ path: 'contactName', message: 'Es fehlt, wer Fragen beantwortet.' }] }),
  );
  expect(screen.getByRole('link', { name: 'Kontakt, unvollständig' })).toBeTruthy();
  await hand.press('Es fehlt, wer Fragen beantwortet.');
  expect(document.activeElement).toBe(hand.field('Ansprechpartner'));
  const { fullName, email } = userOf('editor');
  expect(newCourse({ fullName, email })).toMatchObject({ contactName: fullName, contactEmail: email });
});

test.each([
  ['trainers', 'Es fehlt eine leitende Übungsleitung.', 'Übungsleitung hinzufügen'],
  ['prices', 'Es fehlt mindestens ein Preis.', 'Preis'],
  ['slots', 'Es fehlt mindestens eine Zeit.', 'Wöchentliche Zeit'],
])('a missing row (%s) leads to the button that adds the first one', async (path, message, name) => {
  const { hand } = open(editedCourseOf({ slots: [], prices: [], missing: [{ path, message }] }));
  await hand.press(message);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(path === 'trainers' ? 'combobox' : 'button', { name })));
});

test('an obstacle to publishing a draft is shown at its field', async () => {
  const { server, hand } = open(editedCourseOf());
  server.on(coursesContract.setStatus, () => refuse('not-ready', { contactName: 'Es fehlt, wer Fragen beantwortet.' }));
  await hand.press('Veröffentlichen');
  await waitFor(() => expect(hand.problem('Ansprechpartner')).toBe('Es fehlt, wer Fragen beantwortet.'));
  expect(document.activeElement).toBe(hand.field('Ansprechpartner'));
});

test('a changed time of a published offer applies to all sessions or from a day on, as chosen', async () => {
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

test('a correction sends no day', async () => {
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

test('fewer seats than participants require a reason, which is sent', async () => {
  const { server, hand } = open(editedCourseOf({ status: 'published', placesMax: 10 }));
  server.on(coursesContract.update, ({ reason }) =>
    reason
      ? editedCourseOf({ status: 'published', version: 6 })
      : refuse('invalid-input', { reason: 'Es sind schon 8 dabei. Warum nur noch 5 Plätze?' }),
  );
  await hand.fill('Plätze', '5');
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

test('an offer with sessions without a hall shows that at the top', async () => {
  const hall = { facilityId: departmentId, unitIds: [], bookingId: null, state: 'missing' as const, reason: 'Belegt', isClosed: false };
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
    .on(coursesContract.dates, { dates: [], skipped: [], drafts: [] });
  const hand = show(<CourseEditor fields={course ? valuesOf(course) : newCourse()} club="RWA" {...(course && { course })} />);
  return { server, hand };
}
