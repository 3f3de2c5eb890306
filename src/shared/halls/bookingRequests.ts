import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, instant, line } from '#shared/kernel/fields.ts';
import { bookingView, conflict } from './bookings.ts';

/** The maximum number of requests decided in one call. */
export const decidedAtOnce = 100;

/** One decision for several requests; for a series it applies to all future dates. */
export const manyDecisions = z
  .strictObject({
    ids: z.array(id).min(1).max(decidedAtOnce),
    action: z.enum(['approve', 'reject']).describe('`approve` confirms the dates that are free; occupied dates stay open.'),
    reason: line(300).default(''),
  })
  .refine(({ action, reason }) => action !== 'reject' || reason !== '', { path: ['reason'], message: 'Bitte einen Grund nennen.' });
export type ManyDecisions = z.output<typeof manyDecisions>;

const movedHour = z.object({ facilityId: id, date: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() });

/** A requested date. The dates of a series at one facility form one request. */
const requestedDate = bookingView.extend({
  askedAt: instant,
  conflicts: z.array(conflict),
  movesFrom: movedHour.optional().describe('The approved booking that this request would move; it stays in force until the decision.'),
});
export type RequestedDate = z.infer<typeof requestedDate>;

/** The holder of a request, with their current hours in the halls of the deciding club. */
const askingHolder = z.object({
  holder: z.string(),
  weeklyMinutes: z.int().describe('Approved minutes per week, counted per part of a hall.'),
  marked: z.int().describe('The number of dates in the last year for which use was recorded.'),
  used: z.int(),
});
export type AskingHolder = z.infer<typeof askingHolder>;

/** The sort orders: oldest request, highest priority, or next date first. */
export const requestOrders = ['asked', 'priority', 'date'] as const;

/** Whether the time of any of its dates is occupied. */
export const requestWays = ['free', 'taken'] as const;

/** The filter and order of requests. */
const requestFilter = z.strictObject({
  facility: id.optional(),
  way: z.enum(requestWays).optional().describe('free: all dates are free; taken: at least one date is occupied.'),
  search: line(100).default('').describe('Matches a part of the name of the holder.'),
  sort: z.enum(requestOrders).default('asked'),
  limit: z.coerce.number().int().min(1).max(50).default(20).describe('The number of requests per page, not of dates.'),
  cursor: z.string().max(500).optional(),
});
export type RequestFilter = z.output<typeof requestFilter>;

const manyDecided = z.object({
  results: z.array(
    z.object({
      id,
      changed: z.int(),
      left: z.int().describe('The number of occupied dates that stay open.'),
      code: z
        .string()
        .nullable()
        .describe(
          'The problem code if the request could not be decided, e.g. because it was decided in the meantime or has begun; otherwise null.',
        ),
    }),
  ),
});
export type ManyDecided = z.infer<typeof manyDecided>;

/** Hall requests, decided by the managers of the facilities. */
export const bookingRequestsContract = {
  list: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'GET',
      path: '/bookings/requests',
      summary: 'Anfragen zum Entscheiden',
      description: 'Complete requests with all future dates and their conflicts.',
    },
  )
    .input(requestFilter)
    .output(
      z.object({
        rows: z.array(requestedDate),
        next: z.string().nullable(),
        total: z.int().describe('The number of requests that match the filter.'),
        dates: z.int().describe('The number of dates of these requests.'),
      }),
    ),
  read: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'GET',
      path: '/bookings/requests/{id}',
      summary: 'Eine Anfrage mit allen Terminen, und wer zur selben Zeit fragt',
      description: 'The id may be that of any of its dates. The lists are empty once the request is decided.',
    },
  )
    .input(z.strictObject({ id }))
    .output(z.object({ dates: z.array(requestedDate), rivals: z.array(requestedDate), holders: z.array(askingHolder) })),
  decide: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'POST',
      path: '/bookings/decisions',
      summary: 'Viele Anfragen auf einmal entscheiden',
      description: 'Each request is decided independently. Each holder gets one mail about all of their requests.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], action: 'approve', reason: '' },
    },
  )
    .input(manyDecisions)
    .output(manyDecided),
};
