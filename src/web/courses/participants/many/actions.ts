import { z } from 'zod';
import type { ListedParticipant } from '#shared/courses/enrolmentShapes.ts';
import { cancellationInput, moveInput } from '#shared/courses/participants/actions.ts';
import { api } from '#web/lib/call/call.ts';
import { today } from '#web/lib/berlinDay.ts';
import { fits, mayCharge } from '../actionRules.ts';

/** The bulk actions on participants: those that make sense for several at once. */
export type ManyAction = keyof typeof fits;

/** What staff say for all of them. */
export type ManyValues = { reason: string; withFee: boolean; courseId: string; day: string };

/** The values at first. */
export function noValues(): ManyValues {
  return { reason: '', withFee: false, courseId: '', day: today() };
}

type Many = {
  /** Whether it is possible for this one, as in its own menu. */ fits: (one: ListedParticipant) => boolean;
  shape: z.ZodType;
  change: (one: ListedParticipant, values: ManyValues) => Promise<unknown>;
  /** The notification afterwards. */ done: (count: number) => string;
};

const { reason, withFee } = cancellationInput.shape;
const day = moveInput.shape.from;

/** How each bulk action changes one participant: as the action of its menu does. */
export const manyActions: { readonly [action in ManyAction]: Many } = {
  confirm: {
    fits: fits.confirm,
    shape: z.object({ reason }),
    change: ({ id }, values) => api.participations.decide({ id, action: 'confirm', reason: values.reason }),
    done: (count) => (count === 1 ? 'Eine Person ist dabei.' : `${count} Personen sind dabei.`),
  },
  move: {
    fits: fits.move,
    shape: z.object({ courseId: z.uuid('Bitte wählen.'), day }),
    change: (one, values) =>
      api.participations.move({ id: one.id, courseId: values.courseId, ...(one.mayLeaveOnDay && { from: values.day }) }),
    done: (count) => (count === 1 ? 'Eine Person wechselt.' : `${count} Personen wechseln.`),
  },
  cancel: {
    fits: fits.cancel,
    shape: z.object({ reason, withFee, day }),
    change: (one, values) =>
      api.participations.cancel({
        id: one.id,
        reason: values.reason,
        withFee: values.withFee && mayCharge(one),
        ...(one.mayLeaveOnDay && { leavesOn: values.day }),
      }),
    done: (count) => (count === 1 ? 'Ein Platz ist abgesagt.' : `${count} Plätze sind abgesagt.`),
  },
};
