import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localTime } from '#shared/kernel/fields.ts';
import { hall } from '../courseShapes.ts';
import { sessionCancellation } from '../courses.ts';
import { movedDaysAtMost } from './sessionMoves.ts';

/** The maximum number of sessions changed in one request. */
export const sessionsAtMost = 200;

const many = z.strictObject({ id: id.describe('The course.'), sessionIds: z.array(id).min(1).max(sessionsAtMost) });
/** A move of sessions: by a number of days, to another time, facility or place. Null leaves a value unchanged. */
export const movedSessions = many.extend({
  days: z.int().min(-movedDaysAtMost).max(movedDaysAtMost).default(0),
  startTime: localTime.nullable().default(null),
  endTime: localTime.nullable().default(null).describe('With a new start only, the duration is kept.'),
  hall: z
    .strictObject({ ...hall, place: line(120).default('') })
    .nullable()
    .default(null),
  reason: line(300).default(''),
});
const movedTo = z.object({
  id,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  place: z.string(),
  trouble: z.string().describe('The reason why the move is not possible, in German; empty if it is possible.'),
  isAsked: z.boolean().describe('Whether the hall at the new time is only requested and requires approval by its manager.'),
});
export type MovedTo = z.infer<typeof movedTo>;
const changed = z.object({ changed: z.int() });
const exampleId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** Batch actions on the sessions of a course, with the affected participants. */
export const manySessionsContract = {
  cancel: endpoint(
    { access: 'sessions.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/cancellations',
      summary: 'Mehrere Termine eines Angebots absagen',
      description: 'Each family gets one mail. Sessions that have started or are already cancelled are skipped.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { sessionIds: [exampleId], reason: 'Halle wird gestrichen' },
    },
  )
    .input(sessionCancellation.extend(many.shape))
    .output(changed),
  restore: endpoint(
    { access: 'sessions.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/restorations',
      summary: 'Die Absage mehrerer Termine zurücknehmen',
      description:
        'Restores all sessions with their halls, or none (409). People who were notified of the cancellation are notified again; mails not yet sent are withdrawn.',
      refuses: ['wrong-state', 'occupied', 'in-progress', 'key-reused'],
      example: { sessionIds: [exampleId] },
    },
  )
    .input(many)
    .output(changed),
  previewMoves: endpoint(
    { access: 'courses.update', answerMs: 10_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/moves/preview',
      summary: 'Zeigen, wohin mehrere Termine gingen und was dem entgegensteht',
      description: 'Read-only. Sessions that have started or are cancelled are skipped.',
      example: { sessionIds: [exampleId], days: 1, startTime: '18:30', hall: { facilityId: exampleId, unitIds: [exampleId] } },
    },
  )
    .input(movedSessions)
    .output(z.array(movedTo)),
  move: endpoint(
    { access: 'courses.update', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/moves',
      summary: 'Mehrere Termine eines Angebots verlegen',
      description:
        'Moves all sessions with their halls, or none (409). Each family gets one mail. Sessions that have started or are cancelled are skipped.',
      refuses: ['wrong-state', 'occupied', 'in-progress', 'key-reused'],
      example: { sessionIds: [exampleId], days: 1, startTime: '18:30', hall: { facilityId: exampleId, unitIds: [exampleId] } },
    },
  )
    .input(movedSessions)
    .output(changed),
  takeBackMoves: endpoint(
    { access: 'courses.update', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/returns',
      summary: 'Die Verlegung von Terminen zurücknehmen',
      description:
        'Moves all sessions back with their halls, or none (409). People who were notified of the move are notified again; mails not yet sent are withdrawn.',
      refuses: ['wrong-state', 'occupied', 'in-progress', 'key-reused'],
      example: { sessionIds: [exampleId] },
    },
  )
    .input(many)
    .output(changed),
};
