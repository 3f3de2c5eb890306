import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';
import { sessionCancellation } from '../courses.ts';

/** So many dates of a course are called off at once. */
const sessionsAtMost = 200;

const many = z.strictObject({ id: id.describe('The course.'), sessionIds: z.array(id).min(1).max(sessionsAtMost) });
const changed = z.object({ changed: z.int() });
const exampleId = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** Many dates of a course at once, with those who come to them. */
export const manySessionsContract = {
  cancel: endpoint(
    { access: 'sessions.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/courses/{id}/sessions/cancellations',
      summary: 'Mehrere Termine eines Angebots absagen',
      description: 'Each family gets one mail. What has begun or is off already is left out.',
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
        'All with their halls, or none (409). Who was told of the cancellation is told of this; what has not left is taken back.',
      refuses: ['wrong-state', 'occupied', 'in-progress', 'key-reused'],
      example: { sessionIds: [exampleId] },
    },
  )
    .input(many)
    .output(changed),
};
