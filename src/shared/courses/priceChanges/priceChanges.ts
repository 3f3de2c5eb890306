import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate } from '#shared/kernel/fields.ts';
import { priceCategories, priceUnits } from '../courseWords.ts';

const price = z.object({ category: z.enum(priceCategories), cents: z.int(), per: z.enum(priceUnits) });

const priceChange = z.object({
  id,
  validFrom: z.string(),
  prices: z.array(price),
  reason: z.string(),
  announcedAt: z.iso.datetime(),
  announcedBy: z.string(),
  state: z.enum(['coming', 'applied', 'withdrawn']),
});
export type PriceChange = z.infer<typeof priceChange>;

const priceChanges = z.object({
  mayAnnounce: z
    .boolean()
    .describe(
      'Whether a change can be announced: an active permanent group with prices per month, quarter, year or session, and no pending change.',
    ),
  earliest: z.string().describe('The earliest possible first day of a new price.'),
  people: z.int().describe('The number of people with a seat, who would be notified.'),
  prices: z.array(price).describe('The current prices.'),
  changes: z.array(priceChange).describe('Latest first.'),
});
export type PriceChanges = z.infer<typeof priceChanges>;

/** A price change: its first day, which starts a charged period, and the new price of each category in cents. */
export const priceChangeInput = z.strictObject({
  validFrom: localDate,
  prices: z
    .array(z.strictObject({ category: z.enum(priceCategories), cents: z.int('Bitte ein Betrag in Euro und Cent.').min(0).max(10_000_000) }))
    .min(1)
    .max(7),
  reason: line(300).default(''),
});

const one = { id };
const path = '/manage/courses/{id}/price-changes';

/** Price changes in permanent groups: announced, notified, and never retroactive. */
export const priceChangesContract = {
  list: endpoint({ access: 'courses.readDraft' }, { method: 'GET', path, summary: 'Angekündigte und frühere Preisänderungen' })
    .input(z.strictObject(one))
    .output(priceChanges),
  announce: endpoint(
    { access: 'courses.update' },
    {
      method: 'POST',
      path,
      summary: 'Einen neuen Preis ankündigen',
      description:
        'At least six weeks ahead, starting with a billing period. All people with a seat are notified; those who would pay more may leave on the day before, regardless of the notice period.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { validFrom: '2027-02-01', prices: [{ category: 'member', cents: 1500 }], reason: 'Die Halle kostet mehr.' },
    },
  )
    .input(priceChangeInput.extend(one))
    .output(done),
  withdraw: endpoint(
    { access: 'courses.update' },
    {
      method: 'POST',
      path: `${path}/withdraw`,
      summary: 'Eine Ankündigung zurücknehmen, bevor sie gilt',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject(one))
    .output(done),
};
