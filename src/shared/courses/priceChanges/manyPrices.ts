import { z } from 'zod';

const stepCents = 50;

/** A change of the prices of several offers: by percent, or by an amount in cents; not 0. */
export const pricesChange = z
  .discriminatedUnion('by', [
    z.strictObject({ by: z.literal('percent'), percent: z.number('Bitte eine Zahl wie 5 oder -10.').min(-90).max(200) }),
    z.strictObject({ by: z.literal('cents'), cents: z.int('Bitte einen Betrag wie 3,50.').min(-100_000).max(100_000) }),
  ])
  .refine((change) => (change.by === 'percent' ? change.percent : change.cents) !== 0, 'Bitte etwas anderes als 0.');

export type PricesChange = z.infer<typeof pricesChange>;

/** The price in cents after a change: at least 0; changes by percent are rounded to 50 cents, and free offers remain free. */
export function changedPrice(cents: number, change: PricesChange): number {
  if (cents === 0) return 0;
  if (change.by === 'cents') return Math.max(0, cents + change.cents);
  return Math.max(0, Math.round((cents * (100 + change.percent)) / 100 / stepCents) * stepCents);
}
