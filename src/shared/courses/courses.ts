import { z } from 'zod';
import { courseStatuses } from './courseStates.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { coursePage, courseFields, editedCourse, hall, listedCourse, managedCourse, time } from './courseShapes.ts';
import { cancelReasons } from './courseWords.ts';
import { courseFile } from './planning/courseOrder.ts';
import { datesAsked, plannedDates } from './planning/plannedDates.ts';
import { clubName, id, line, requiredLine, version, localDate } from '#shared/kernel/fields.ts';

const one = z.strictObject({ id });
const example = {
  kind: 'course',
  title: 'Yoga am Montag',
  startsOn: '2027-01-11',
  endsOn: '2027-03-22',
  slots: [{ weekday: 1, startTime: '18:30', endTime: '20:00' }],
};
const reason = line(300).default('');
const standingIn = 'Only those who can stand in at a session: without its only lead and its present substitute.';

/** The cancellation of a session: its reason, and an optional message to the participants. */
export const sessionCancellation = z.strictObject({
  id,
  reason: requiredLine(200),
  words: line(200).default('').describe('An additional text of the reason, included in the mail.'),
});

/** The period of a copied course; without a last day its length is kept. */
export const courseCopy = z.strictObject({ id, startsOn: localDate, endsOn: localDate.nullable() });

/** The new time and place of a session. */
export const movedSession = z.strictObject({
  id,
  date: localDate,
  startTime: time,
  endTime: time,
  place: line(120).default(''),
  ...hall,
  reason,
});

/** The maximum number of offers copied in one request. */
export const copiesAtMost = 100;

/** The number of weeks by which copies are shifted. */
export const copiedLater = z.strictObject({ weeks: z.int().min(1).max(104) });

/** The copying of several offers: shifted by a number of weeks, or all with the same first day (for templates). */
const courseCopies = z
  .strictObject({
    ids: z.array(id).min(1).max(copiesAtMost),
    weeks: copiedLater.shape.weeks.optional(),
    startsOn: localDate.optional(),
  })
  .refine(({ weeks, startsOn }) => (weeks === undefined) !== (startsOn === undefined), 'Bitte Wochen oder einen Beginn angeben.');

/** Courses: the public list and page, and their administration. */
export const coursesContract = {
  list: endpoint(
    { access: 'courses.list' },
    {
      method: 'GET',
      path: '/courses',
      summary: 'Veröffentlichte Angebote eines Vereins',
      description: 'At most 1,000 offers; on GSV those of all clubs.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.object({ rows: z.array(listedCourse) })),
  read: endpoint(
    { access: 'courses.read' },
    { method: 'GET', path: '/courses/{course}', summary: 'Ein Angebot', description: 'Accepts the id or the slug.' },
  )
    .input(z.strictObject({ course: line(160) }))
    .output(coursePage),
  calendar: endpoint({ access: 'courses.read' }, { method: 'GET', path: '/courses/{course}/calendar', summary: 'Termine als iCal-Datei' })
    .input(z.strictObject({ course: line(160) }))
    .output(z.file()),
  manage: endpoint({ access: 'courses.readDraft' }, { method: 'GET', path: '/manage/courses', summary: 'Alle Angebote des Vereins' })
    .input(
      z.strictObject({
        club: clubName.optional(),
        search: line(100).optional(),
        status: z
          .enum([...courseStatuses, 'current', 'few', 'hallless', 'past', 'templates'])
          .default('current')
          .describe(
            'current: neither billed nor archived; past: billed or archived; few: below the minimum number of participants and starting within 14 days; hallless: with a coming date that has neither a hall nor another place, or that was published without getting its hall. Templates are listed under `templates` only.',
          ),
        mine: z.stringbool().default(false).describe('Only courses of which the caller is a trainer.'),
      }),
    )
    .output(z.object({ rows: z.array(managedCourse).describe('At most 500.'), total: z.int().describe('All matches.') })),
  exportManaged: endpoint(
    { access: 'courses.readDraft' },
    {
      method: 'GET',
      path: '/manage/courses/export',
      summary: 'Angebote als CSV oder XLSX',
      description:
        'Same filter, order and columns as the list. Contains the names of public trainers and the number of participants, but no participants.',
      refuses: ['too-many-rows'],
    },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        search: line(100).optional(),
        status: z.enum(['current', 'few', 'hallless', 'past', 'draft', 'templates']).default('current'),
        department: line(120).optional().describe('The name of a department.'),
        ...courseFile,
      }),
    )
    .output(z.file()),
  staffed: endpoint(
    { access: 'participants.list' },
    {
      method: 'GET',
      path: '/participants/courses',
      summary: 'Kurse für die Teilnehmerlisten',
      description: 'Published courses and those in later states; no drafts.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), mine: z.stringbool().default(false) }))
    .output(z.object({ rows: z.array(managedCourse) })),
  edit: endpoint({ access: 'courses.readDraft' }, { method: 'GET', path: '/manage/courses/{id}', summary: 'Ein Angebot zum Bearbeiten' })
    .input(one)
    .output(editedCourse),
  dates: endpoint(
    { access: 'courses.create' },
    {
      method: 'POST',
      path: '/manage/course-dates',
      summary: 'Termine einer Wochenregel, mit den ausfallenden',
      example: {
        startsOn: '2026-09-28',
        endsOn: '2027-04-19',
        holidayMode: 'skip_both',
        slots: [{ weekday: 1, startTime: '16:30', endTime: '17:30' }],
      },
    },
  )
    .input(datesAsked)
    .output(plannedDates),
  create: endpoint(
    { access: 'courses.create' },
    { method: 'POST', path: '/manage/courses', summary: 'Angebot anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(courseFields.extend({ club: clubName.optional() }))
    .output(editedCourse),
  update: endpoint(
    { access: 'courses.update', answerMs: 20_000 },
    {
      method: 'PUT',
      path: '/manage/courses/{id}',
      summary: 'Angebot ändern',
      description: '`slotsFrom` is the first day of changed weekly times; without it all future sessions are changed.',
      refuses: ['not-ready'],
      example: { ...example, version: 1 },
    },
  )
    .input(courseFields.extend({ id, version, slotsFrom: localDate.optional(), reason }))
    .output(editedCourse),
  copy: endpoint(
    { access: 'courses.create' },
    {
      method: 'POST',
      path: '/manage/courses/{id}/copy',
      summary: 'In den nächsten Zeitraum kopieren',
      description: 'Creates a draft without enrolments.',
      refuses: ['in-progress', 'key-reused'],
      example: { startsOn: '2027-04-12', endsOn: '2027-07-12' },
    },
  )
    .input(courseCopy)
    .output(editedCourse),
  saveTemplate: endpoint(
    { access: 'courses.create' },
    {
      method: 'POST',
      path: '/manage/courses/{id}/template',
      summary: 'Als Vorlage speichern',
      description: 'Creates a copy without sessions and people, from which new offers are copied.',
      refuses: ['in-progress', 'key-reused', 'wrong-state'],
    },
  )
    .input(one)
    .output(editedCourse),
  copyMany: endpoint(
    { access: 'courses.create', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/manage/courses/copies',
      summary: 'Mehrere Angebote in den nächsten Zeitraum kopieren',
      description: 'Creates a draft of each course shifted by that number of weeks, keeping the weekdays. All or none.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], weeks: 26 },
    },
  )
    .input(courseCopies)
    .output(z.object({ made: z.int() })),
  setStatus: endpoint(
    { access: 'courses.publish', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/manage/courses/{id}/status',
      summary: 'Veröffentlichen, pausieren, bestätigen, absagen, abschließen, archivieren',
      refuses: ['wrong-state', 'not-ready'],
      example: { to: 'published', version: 1 },
    },
  )
    .input(z.strictObject({ id, to: z.enum(courseStatuses), reason, cancelReason: z.enum(cancelReasons).optional(), version }))
    .output(editedCourse),
  remove: endpoint(
    { access: 'courses.delete' },
    {
      method: 'DELETE',
      path: '/manage/courses/{id}',
      summary: 'Entwurf löschen',
      description: 'Only drafts that never had an enrolment.',
      refuses: ['wrong-state'],
    },
  )
    .input(one)
    .output(done),
  cancelSession: endpoint(
    { access: 'sessions.cancel' },
    {
      method: 'POST',
      path: '/sessions/{id}/cancellation',
      summary: 'Einen Termin absagen',
      description: 'Notifies all participants by mail; of a session that is over it is only noted that it did not take place.',
      refuses: ['wrong-state'],
      example: { reason: 'Übungsleitung erkrankt' },
    },
  )
    .input(sessionCancellation)
    .output(done),
  restoreSession: endpoint(
    { access: 'sessions.cancel' },
    {
      method: 'DELETE',
      path: '/sessions/{id}/cancellation',
      summary: 'Die Absage eines Termins zurücknehmen',
      description:
        'Until the session would start, if its hall is free. Those notified of the cancellation are notified again. A session that is over is restored if nobody was notified.',
      refuses: ['wrong-state', 'occupied'],
    },
  )
    .input(one)
    .output(done),
  substitute: endpoint(
    { access: 'sessions.cancel' },
    {
      method: 'POST',
      path: '/sessions/{id}/substitute',
      summary: 'Vertretung für einen Termin benennen oder zurücknehmen',
      refuses: ['wrong-state'],
      example: { personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' },
    },
  )
    .input(z.strictObject({ id, personId: id.nullable().describe('The substitute; null removes it.') }))
    .output(done),
  moveSession: endpoint(
    { access: 'courses.update' },
    {
      method: 'POST',
      path: '/sessions/{id}/move',
      summary: 'Einen Termin verlegen',
      description: 'Moves the session together with its hall booking, or fails with 409. Notifies all participants by mail.',
      refuses: ['wrong-state', 'occupied'],
      example: { date: '2027-01-12', startTime: '18:30', endTime: '20:00', place: 'Halle B' },
    },
  )
    .input(movedSession)
    .output(done),
  askForHall: endpoint(
    { access: 'courses.update' },
    {
      method: 'POST',
      path: '/sessions/{id}/hall',
      summary: 'Einen anderen Verein um die Hallenzeit eines Termins bitten',
      description: 'Creates a booking request for an occupied time; the clubs that hold it are notified by mail.',
      refuses: ['wrong-state'],
    },
  )
    .input(one)
    .output(done),
  trainers: endpoint({ access: 'sessions.cancel' }, { method: 'GET', path: '/manage/trainers', summary: 'Übungsleitungen des Vereins' })
    .input(z.strictObject({ club: clubName.optional(), sessionId: id.optional().describe(standingIn) }))
    .output(z.array(z.object({ id, name: z.string() }))),
};
