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
    action: z.enum(['approve', 'reject']).describe('To approve promises what is free; dates that are taken stay open.'),
    reason: line(300).default(''),
  })
  .refine(({ action, reason }) => action !== 'reject' || reason !== '', { path: ['reason'], message: 'Bitte einen Grund nennen.' });
export type ManyDecisions = z.output<typeof manyDecisions>;

const movedHour = z.object({ facilityId: id, date: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() });

/** A requested date. The dates of a series at one facility form one request. */
const requestedDate = bookingView.extend({
  askedAt: instant,
  conflicts: z.array(conflict),
  movesFrom: movedHour.optional().describe('The promised hour that would move; it stays until this is decided.'),
});
export type RequestedDate = z.infer<typeof requestedDate>;

/** The holder of a request, with their current hours in the halls of the deciding club. */
const askingHolder = z.object({
  holder: z.string(),
  weeklyMinutes: z.int().describe('Promised minutes of a hall part a week.'),
  marked: z.int().describe('Dates of the last year of which is known whether they were used.'),
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
  way: z.enum(requestWays).optional().describe('Only those that are free at all dates, or taken at one.'),
  search: line(100).default('').describe('A part of the name of the holder.'),
  sort: z.enum(requestOrders).default('asked'),
  limit: z.coerce.number().int().min(1).max(50).default(20).describe('Requests, not dates.'),
  cursor: z.string().max(500).optional(),
});
export type RequestFilter = z.output<typeof requestFilter>;

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

/** Hall requests, decided by the managers of the facilities. */
export const bookingRequestsContract = {
  list: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'GET',
      path: '/bookings/requests',
      summary: 'Anfragen zum Entscheiden',
      description: 'Whole requests with all their dates to come, each with what is in its way.',
    },
  )
    .input(requestFilter)
    .output(
      z.object({
        rows: z.array(requestedDate),
        next: z.string().nullable(),
        total: z.int().describe('Requests of the filter.'),
        dates: z.int().describe('Dates of all these requests.'),
      }),
    ),
  read: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'GET',
      path: '/bookings/requests/{id}',
      summary: 'Eine Anfrage mit allen Terminen, und wer zur selben Zeit fragt',
      description: 'By any of its dates; empty once it is decided.',
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
      description: 'Each request stands for itself; each club gets one email about all of its requests.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], action: 'approve', reason: '' },
    },
  )
    .input(manyDecisions)
    .output(manyDecided),
};
