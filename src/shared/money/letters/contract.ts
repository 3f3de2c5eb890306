import { z } from 'zod';
import { id, version } from '#shared/kernel/fields.ts';

const payerLetter = z.object({
  payerId: id,
  name: z.string(),
  address: z.array(z.string()).describe('The lines of the address; empty where it is not known.'),
  paragraphs: z.array(z.string()).describe('The same words as in the mail to the others.'),
  transfer: z.object({ cents: z.int(), reference: z.string() }).nullable().describe('What is to be transferred, in one.'),
});
export type PayerLetter = z.infer<typeof payerLetter>;

/** What of charges that were made together goes by letter. */
export const payerLetters = z.object({
  createdOn: z.string(),
  title: z.string().describe('What it is about.'),
  sender: z.object({ name: z.string(), iban: z.string() }),
  postedOn: z.string().nullable(),
  letters: z.array(payerLetter).describe('One for each payer, by name.'),
  version,
});
export type PayerLetters = z.infer<typeof payerLetters>;
