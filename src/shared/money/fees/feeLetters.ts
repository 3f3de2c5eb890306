import { z } from 'zod';
import { id, version } from '#shared/kernel/fields.ts';

const feeLetter = z.object({
  payerPersonId: id,
  name: z.string(),
  address: z.array(z.string()).describe('The lines of the address; empty where it is not known.'),
  paragraphs: z.array(z.string()).describe('The same words as in the mail to the others.'),
  transfer: z.object({ cents: z.int(), reference: z.string() }).nullable().describe('What is to be transferred, in one.'),
});
export type FeeLetter = z.infer<typeof feeLetter>;

/** What of a run of fees goes by letter. */
export const feeLetters = z.object({
  createdOn: z.string(),
  sender: z.object({ name: z.string(), iban: z.string() }),
  postedOn: z.string().nullable(),
  letters: z.array(feeLetter).describe('One for each payer, by name.'),
  version,
});
export type FeeLetters = z.infer<typeof feeLetters>;
