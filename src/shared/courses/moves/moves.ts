import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';
import { enrolmentStates } from '../enrolmentStates.ts';

/** A group that a person can change to. */
const moveChoice = z.object({
  courseId: id,
  slug: z.string(),
  title: z.string(),
  when: z.string().describe('The weekly times as German text.'),
  startsOn: z.string().nullable().describe('The first session there as German text; null for the waiting list.'),
  isFull: z.boolean().describe('Whether the group is full: the person joins its waiting list and keeps the old seat meanwhile.'),
  costs: z.boolean(),
  words: z.array(z.string()).describe('The start and the costs as German sentences.'),
  quote: z.string().describe('The quoted terms; must be sent with the change, which fails if they have changed.'),
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
      description: 'Groups of the same department whose age limits the person meets.',
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
      refuses: ['move-not-possible', 'already-registered', 'quote-changed', 'waiting-list-full'],
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
      description: 'For an enrolment on the waiting list. The swap takes place once both families have agreed.',
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
