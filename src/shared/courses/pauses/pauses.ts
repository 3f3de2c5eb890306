import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate } from '#shared/kernel/fields.ts';
import { staffPauseMonthsAtMost } from './pauseRules.ts';

/** A possible pause: its start, length and effect. */
const pauseChoice = z.object({ from: z.string(), months: z.int(), label: z.string(), words: z.string() });
export type PauseChoice = z.infer<typeof pauseChoice>;

const months = z.int('Bitte eine ganze Zahl von Monaten.').min(1).max(staffPauseMonthsAtMost);
const token = z.string().regex(/^[\w-]{20,64}$/);

/** A pause entered by staff: whole charged periods, with a reason. */
export const staffPauseInput = z.strictObject({
  id,
  from: localDate.describe('The first day of a billing period (month or quarter), not before the next one.'),
  months,
  reason: line(300).min(1, 'Bitte ausfüllen.'),
});

const refuses = ['wrong-state', 'pause-not-possible'] as const;

/** Pauses in permanent groups for whole months: nothing is charged, and the place is kept. */
export const pausesContract = {
  choices: endpoint(
    { access: 'participants.manageByToken' },
    { method: 'GET', path: '/registrations/{token}/pauses', summary: 'Welche Pausen möglich sind' },
  )
    .input(z.strictObject({ token }))
    .output(z.array(pauseChoice)),
  pause: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'POST',
      path: '/registrations/{token}/pauses',
      summary: 'Pausieren',
      description: 'Whole months from the next one, up to the yearly limit of the group.',
      refuses,
      example: { from: '2027-01-01', months: 2 },
    },
  )
    .input(z.strictObject({ token, from: localDate, months }))
    .output(done),
  undo: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'POST',
      path: '/registrations/{token}/pauses/undo',
      summary: 'Eine Pause zurücknehmen, bis sie beginnt',
      refuses: ['undo-over'],
      example: { pauseId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' },
    },
  )
    .input(z.strictObject({ token, pauseId: id }))
    .output(done),
  pauseByStaff: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/participants/{id}/pauses',
      summary: 'Jemanden pausieren lassen, mit Grund',
      description: 'At most twelve months at once, regardless of the limit of the group. The family is notified.',
      refuses,
      example: { from: '2027-01-01', months: 3, reason: 'Kreuzbandriss' },
    },
  )
    .input(staffPauseInput)
    .output(done),
  undoByStaff: endpoint(
    { access: 'participants.update' },
    { method: 'POST', path: '/participants/{id}/pauses/undo', summary: 'Eine Pause zurücknehmen, bis sie beginnt', refuses: ['undo-over'] },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
