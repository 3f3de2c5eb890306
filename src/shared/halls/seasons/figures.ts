import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';

/** The requested and granted unit minutes of an organisation per week. */
export const figures = z.object({
  organisationId: id,
  organisation: z.string(),
  asked: z.number(),
  given: z.number(),
  youth: z.number().describe('Of what was given, for children and young people.'),
  evening: z.number().describe('Of what was given, between 18 and 21 hours.'),
  first: z.int().describe('Times that are the first choice.'),
  kept: z.int().describe('Times that stay where they were.'),
  refused: z.int(),
});
export type Figures = z.infer<typeof figures>;
