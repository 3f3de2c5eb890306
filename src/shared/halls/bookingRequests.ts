import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line } from '#shared/kernel/fields.ts';

/** One decision about many requests; of a series all dates to come are meant. */
export const manyDecisions = z
  .strictObject({
    ids: z.array(id).min(1).max(100),
    action: z.enum(['approve', 'reject']).describe('To approve promises what is free; dates that are taken stay open.'),
    reason: line(300).default(''),
  })
  .refine(({ action, reason }) => action !== 'reject' || reason !== '', { path: ['reason'], message: 'Bitte einen Grund nennen.' });
export type ManyDecisions = z.output<typeof manyDecisions>;

const manyDecided = z.object({
  results: z.array(
    z.object({
      id,
      changed: z.int(),
      left: z.int().describe('Dates that are taken and stay open.'),
      code: z.string().nullable().describe('Why nothing was decided: another one was faster, or it has begun.'),
    }),
  ),
});
export type ManyDecided = z.infer<typeof manyDecided>;

/** Requests for halls, decided by those who manage them. */
export const bookingRequestsContract = {
  decide: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'POST',
      path: '/bookings/decisions',
      summary: 'Viele Anfragen auf einmal entscheiden',
      description: 'Each request stands for itself; each club gets one email about all of its requests.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], action: 'approve', reason: '' },
    },
  )
    .input(manyDecisions)
    .output(manyDecided),
};
