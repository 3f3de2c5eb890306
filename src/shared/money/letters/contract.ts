import { z } from 'zod';
import { id, version } from '#shared/kernel/fields.ts';

const payerLetter = z.object({
  payerId: id,
  name: z.string(),
  address: z.array(z.string()).describe('The lines of the address; empty if unknown.'),
  paragraphs: z.array(z.string()).describe('The same text as in the mail.'),
  transfer: z.object({ cents: z.int(), reference: z.string() }).nullable().describe('The total amount to transfer; null if there is none.'),
});
export type PayerLetter = z.infer<typeof payerLetter>;

/** The letters about charges that were created together. */
export const payerLetters = z.object({
  createdOn: z.string(),
  title: z.string().describe('The subject.'),
  sender: z.object({ name: z.string(), iban: z.string() }),
  postedOn: z.string().nullable(),
  letters: z.array(payerLetter).describe('One letter per payer, sorted by name.'),
  version,
});
export type PayerLetters = z.infer<typeof payerLetters>;
