import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';
import { enrolmentStates } from '../enrolmentStates.ts';

/** A group that a person can change to. */
const moveChoice = z.object({
  courseId: id,
  slug: z.string(),
  title: z.string(),
  when: z.string().describe('The weekly times in words.'),
  startsOn: z.string().nullable().describe('The first date there, as people write it; null where one waits.'),
  isFull: z.boolean().describe('Full: one waits for a seat there and keeps the old one meanwhile.'),
  costs: z.boolean(),
  words: z.array(z.string()).describe('From when, and what it costs from when.'),
  quote: z.string().describe('To be sent along: where it is no longer so, nothing changes.'),
});
export type MoveChoice = z.infer<typeof moveChoice>;

const token = z.string().regex(/^[\w-]{20,64}$/);
const moved = z.object({ id, state: z.enum(enrolmentStates) });

/** Changing from one permanent group to another, for families; staff use `participations.move`. */
export const movesContract = {
  choices: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'GET',
      path: '/registrations/{token}/moves',
      summary: 'In welche Gruppen man wechseln kann',
      description: 'Groups of the same department for which the person is neither too old nor too young.',
    },
  )
    .input(z.strictObject({ token }))
    .output(z.array(moveChoice)),
  move: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'POST',
      path: '/registrations/{token}/moves',
      summary: 'Gruppe wechseln',
      refuses: ['wrong-state', 'already-registered', 'quote-changed', 'waiting-list-full', 'registration-closed'],
      example: { courseId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', quote: 'Bis 14.12.2026 bei „Minis“ …' },
    },
  )
    .input(z.strictObject({ token, courseId: id, quote: z.string().max(2000) }))
    .output(moved),
  undo: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'POST',
      path: '/registrations/{token}/moves/undo',
      summary: 'Wechsel zurücknehmen, bis er beginnt',
      refuses: ['undo-over'],
    },
  )
    .input(z.strictObject({ token }))
    .output(done),
  answerSwap: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'POST',
      path: '/registrations/{token}/swap',
      summary: 'Einem Tausch mit einer anderen Familie zustimmen oder nicht',
      description: 'Of an enrolment that waits. Both change once both have agreed; until then nothing does.',
      refuses: ['offer-over', 'quote-changed'],
      example: { agrees: true, quote: 'Eine andere Familie möchte von „Maxis“ zu „Minis“. …' },
    },
  )
    .input(z.strictObject({ token, agrees: z.boolean(), quote: z.string().max(2000).optional() }))
    .output(moved),
  undoByStaff: endpoint(
    { access: 'participants.update' },
    { method: 'POST', path: '/participants/{id}/move/undo', summary: 'Einen Wechsel zurücknehmen, bis er beginnt', refuses: ['undo-over'] },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
