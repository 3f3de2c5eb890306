import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, localDate, requiredLine } from '#shared/kernel/fields.ts';
import { holderNotice } from './notices/holderNotices.ts';

const affected = z.object({
  id,
  holder: z.string(),
  title: z.string().nullable().describe('Null for bookings of other clubs.'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  alternatives: z.array(z.object({ facilityName: z.string(), startTime: z.string(), endTime: z.string() })),
});
export type AffectedBooking = z.infer<typeof affected>;

const displacedDate = z.object({
  id,
  holder: z.string(),
  title: z.string().nullable().describe('Null for bookings of other clubs.'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  suggestion: z.string().nullable().describe('Another hall at the same time, as German text; null if none is free.'),
  shifted: z
    .string()
    .nullable()
    .describe('Another hall at a nearby time, if none is free at the same time, as German text; otherwise null.'),
  asked: z.string().nullable().describe('The proposed move that the holder has not answered yet, as German text; otherwise null.'),
});
export type DisplacedDate = z.infer<typeof displacedDate>;

const afterwards = z.object({ displaced: z.array(displacedDate), notices: z.array(holderNotice) });
export type ClosureAfterwards = z.infer<typeof afterwards>;

const range = { facilityId: id, startsOn: localDate, endsOn: localDate };
const inOrder = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => endsOn >= startsOn;
const refusal = { path: ['endsOn'], message: 'Der letzte Tag darf nicht vor dem ersten liegen.' };

/** A closure of a facility: its first and last day, and its public name. */
export const closureInput = z.strictObject({ ...range, name: requiredLine(120) }).refine(inOrder, refusal);

const moving = z.strictObject({
  id,
  ids: z.array(id).min(1).max(200),
  mayShift: z.boolean().default(false).describe('Allows a nearby time if no hall is free at the same time.'),
});

const example = { facilityId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', startsOn: '2027-05-03', endsOn: '2027-05-17' };

/** Closing a facility for a period: the affected bookings, the closure itself, and the notification of everybody affected. */
export const closuresContract = {
  check: endpoint(
    { access: 'calendar.update' },
    { method: 'POST', path: '/closures/check', summary: 'Sperrzeit durchspielen, ohne sie einzutragen', example },
  )
    .input(z.strictObject(range).refine(inOrder, refusal))
    .output(z.array(affected)),
  create: endpoint(
    { access: 'calendar.update' },
    {
      method: 'POST',
      path: '/closures',
      summary: 'Sperrzeit eintragen',
      description: 'Displaces the bookings in the period. Holders are notified by a separate request.',
      refuses: ['in-progress', 'key-reused'],
      example: { ...example, name: 'Hallenboden wird erneuert' },
    },
  )
    .input(closureInput)
    .output(z.object({ id, displaced: z.int() })),
  read: endpoint(
    { access: 'calendar.update', answerMs: 10_000 },
    {
      method: 'GET',
      path: '/closures/{id}',
      summary: 'Verdrängte Termine einer Sperrzeit, und wer benachrichtigt wurde',
      description: 'Displaced dates that still have no hall, with free alternatives.',
    },
  )
    .input(z.strictObject({ id }))
    .output(afterwards),
  move: endpoint(
    { access: 'calendar.update', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/closures/{id}/moves',
      summary: 'Verdrängte Termine in andere Hallen umziehen',
      description:
        'Moves each date to a hall of the same manager that is free at its time, or nearby with `mayShift`. Dates without a free hall are left unchanged. Holders are notified.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] },
    },
  )
    .input(moving)
    .output(z.object({ moved: z.int(), left: z.int() })),
  propose: endpoint(
    { access: 'calendar.update', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/closures/{id}/proposals',
      summary: 'Fragen, ob verdrängte Termine in andere Hallen umziehen',
      description: 'Like moving, but each date moves only once its holder agrees. Dates with an open question are skipped.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] },
    },
  )
    .input(moving)
    .output(z.object({ asked: z.int(), left: z.int() })),
  tell: endpoint(
    { access: 'calendar.update' },
    { method: 'POST', path: '/closures/{id}/tell', summary: 'Betroffene benachrichtigen', example: { isAgain: true } },
  )
    .input(z.strictObject({ id, isAgain: z.boolean().default(false).describe('Also notifies holders that were notified before.') }))
    .output(z.object({ clubs: z.int(), mails: z.int() })),
};
