import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';

/** A person known to the club, with the data needed to admit them as a member. */
export const knownPerson = z.object({
  personId: id,
  firstname: z.string(),
  lastname: z.string(),
  birthDate: z.string().describe('Empty if unknown.'),
  memberId: id.nullable().describe('The latest membership; null if there is none.'),
  memberNo: z.string().nullable(),
  leftOn: z.string().nullable(),
});

export type KnownPerson = z.infer<typeof knownPerson>;
