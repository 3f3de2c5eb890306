import { z } from 'zod';
import { attendanceStates, sessionStates } from './sessionStates.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, localDate } from '#shared/kernel/fields.ts';
import { otherContacts, waysHome } from '#shared/people/people.ts';
import { absenceReasons, replies } from './replyStates.ts';

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
  mayRestore: z.boolean().describe('Called off by itself: it can be put back until it would begin.'),
  expected: z.int().describe('How many have a seat.'),
  excused: z.int().describe('How many of them said that they do not come.'),
  trials: z.int().describe('How many come to try it.'),
  marked: z.int(),
  isMine: z.boolean(),
});
export type TrainingDate = z.infer<typeof trainingDate>;

/** A person's multi-visit cards in the list of a session. */
const cardOnSheet = z.object({
  left: z.int().describe('Visits left on all cards that are good for this date.'),
  isLacking: z.boolean().describe('Was there, and no card had a visit left.'),
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
      isTrial: z.boolean().describe('Booked a trial on this date.'),
      participationId: id.nullable(),
      card: cardOnSheet.nullable().describe('Nothing of somebody who has no card for this offer.'),
      state: state.nullable(),
      markedAt: z.iso.datetime().nullable(),
      reply: z.enum(replies).nullable().describe('What the family said; no also where an absence covers the day.'),
      absenceReason: z.enum(absenceReasons).nullable(),
      replyNote: z.string(),
      isLateReply: z.boolean().describe('Said after the hour until which the offer asks for it.'),
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
      description: 'Every mark is checked on its own; of two for one person the later tap wins. Sent again, it changes nothing.',
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
};
