import type { ListedEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { enrolmentSets, mayChange } from '#shared/courses/enrolmentStates.ts';

/** The actions of one participant's menu that exist for several at once too, and for whom each is possible. */
export const fits = {
  confirm: ({ state }: ListedEnrolment) => state !== 'confirmed' && mayChange(state, 'confirmed'),
  move: ({ state, leavesOn }: ListedEnrolment) => enrolmentSets.movable.includes(state) && leavesOn === null,
  cancel: ({ state, leavesOn }: ListedEnrolment) => mayChange(state, 'cancelled') && leavesOn === null,
};

/** Whether a cancellation fee is possible. */
export function mayCharge({ state, mayLeaveOnDay }: ListedEnrolment): boolean {
  return state === 'confirmed' && !mayLeaveOnDay;
}
