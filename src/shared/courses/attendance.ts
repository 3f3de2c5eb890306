import { z } from 'zod';
import { attendanceStates, sessionStates } from './sessionStates.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, localDate } from '#shared/kernel/fields.ts';
import { otherContacts } from '#shared/people/people.ts';
import { waysHome } from '#shared/people/wayHome.ts';
import { absenceReasons, replies } from './replyStates.ts';
import { sessionsAtMost } from './planning/manySessions.ts';

const state = z.enum(attendanceStates);

/** A session in the attendance lists on the phone. */
export const trainingDate = z.object({
  id,
  courseId: id,
  courseTitle: z.string(),
  slug: z.string(),
  club: clubName,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  place: z.string(),
  state: z.enum(sessionStates),
  reason: z.string().nullable(),
  substitute: z.string().nullable(),
  mayRestore: z.boolean().describe('Whether the session was cancelled individually and can still be restored.'),
  expected: z.int().describe('The number of people with a seat.'),
  excused: z.int().describe('The number of those who are excused.'),
  trials: z.int().describe('The number of trial guests.'),
  marked: z.int(),
  isMine: z.boolean(),
});
export type TrainingDate = z.infer<typeof trainingDate>;

/** A person's multi-visit cards in the list of a session. */
const cardOnSheet = z.object({
  left: z.int().describe('The remaining visits on all cards that are valid for this session.'),
  isLacking: z.boolean().describe('The person was present, but no card had a visit left.'),
});
export type CardOnSheet = z.infer<typeof cardOnSheet>;

/** A session with everybody who is expected, and the attendance marks. */
const attendanceSheet = z.object({
  session: trainingDate,
  readAt: z.iso.datetime(),
  people: z.array(
    z.object({
      personId: id,
      name: z.string(),
      age: z.int().nullable(),
      phone: z.string().nullable(),
      emergencyContactName: z.string().nullable(),
      emergencyContactPhone: z.string().nullable(),
      emergencyOthers: otherContacts,
      goesHome: z.enum(waysHome),
      collectors: z.string(),
      hasHealthNote: z.boolean(),
      isTrial: z.boolean().describe('Whether the person booked a trial for this session.'),
      participationId: id.nullable(),
      card: cardOnSheet.nullable().describe('Null if the person has no card for this offer.'),
      state: state.nullable(),
      markedAt: z.iso.datetime().nullable(),
      reply: z.enum(replies).nullable().describe('The reply of the family; `no` if an absence covers the day; null if there is none.'),
      absenceReason: z.enum(absenceReasons).nullable(),
      replyNote: z.string(),
      isLateReply: z.boolean().describe('Whether the reply came after the deadline of the offer.'),
    }),
  ),
});
export type AttendanceSheet = z.infer<typeof attendanceSheet>;

/**
 * An attendance mark as queued by the phone; it contains IDs only. `markedAt` is the phone's clock when it was set;
 * `state` null deletes the mark.
 */
const mark = z.strictObject({ clientId: id, sessionId: id, personId: id, state: state.nullable(), markedAt: instant });
export type Mark = z.infer<typeof mark>;

/** The result of a mark: saved, older than the stored one (which is returned), or rejected. */
const markResult = z.object({
  clientId: id,
  result: z.enum(['kept', 'overtaken', 'refused']),
  state: state.nullable(),
  markedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type MarkResult = z.infer<typeof markResult>;

/** Attendance per session; the phone also works offline. */
export const attendanceContract = {
  upcoming: endpoint(
    { access: 'courses.list' },
    { method: 'GET', path: '/training-dates/public', summary: 'Die nächsten Termine, für alle' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(trainingDate)),
  dates: endpoint({ access: 'participations.mark' }, { method: 'GET', path: '/training-dates', summary: 'Termine eines Tages mit Zahlen' })
    .input(z.strictObject({ from: localDate, to: localDate, club: clubName.optional(), courseId: id.optional() }))
    .output(z.array(trainingDate)),
  sheet: endpoint(
    { access: 'participations.mark' },
    { method: 'GET', path: '/sessions/{id}/attendance', summary: 'Anwesenheitsliste eines Termins' },
  )
    .input(z.strictObject({ id }))
    .output(attendanceSheet),
  sync: endpoint(
    { access: 'participations.sync', featureOf: 'record' },
    {
      method: 'POST',
      path: '/attendance',
      summary: 'Anwesenheit eintragen, auch nachträglich vom Telefon',
      description: 'Each mark is validated individually; of two marks for one person the later one wins. Idempotent.',
      example: {
        marks: [
          {
            clientId: '7d4d4c1e-6a0f-4a6c-9b1c-2f8f3f1f5a10',
            sessionId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
            personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12',
            state: 'present',
            markedAt: '2026-11-21T18:00:00Z',
          },
        ],
      },
    },
  )
    .input(z.strictObject({ marks: z.array(mark).min(1).max(300) }))
    .output(z.array(markResult)),
  close: endpoint(
    { access: 'participations.mark' },
    { method: 'POST', path: '/sessions/{id}/closing', summary: 'Termin abschließen: er hat stattgefunden', refuses: ['wrong-state'] },
  )
    .input(z.strictObject({ id }))
    .output(done),
  closeMany: endpoint(
    { access: 'participations.mark', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/closings',
      summary: 'Mehrere Termine eines Angebots abschließen: sie haben stattgefunden',
      description:
        'Closes all sessions, or none. Those that have not begun, are closed already or cancelled are skipped. People without a mark become excused if their family said so, otherwise absent.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { sessionIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] },
    },
  )
    .input(z.strictObject({ id: id.describe('The course.'), sessionIds: z.array(id).min(1).max(sessionsAtMost) }))
    .output(z.object({ changed: z.int() })),
};
