import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';

/** What lists of participants tell about money: a state, never an amount (permission `charges.listOfCourse`). */
const coursePaymentStates = ['paid', 'partly', 'open'] as const;

/** Per person with a charge for the course, whether anything of it is open; what was waived counts as settled and is not told. */
export const coursePayments = z.array(z.object({ personId: id, state: z.enum(coursePaymentStates) })).nullable();
export type CoursePayments = NonNullable<z.infer<typeof coursePayments>>;

/** The German words for these states. */
export const coursePaymentNames: { readonly [state in (typeof coursePaymentStates)[number]]: string } = {
  paid: 'nichts offen',
  partly: 'teilweise bezahlt',
  open: 'noch nicht bezahlt',
};
