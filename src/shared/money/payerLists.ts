import { z } from 'zod';
import { clubName, id } from '#shared/kernel/fields.ts';

/** A payer of members without a mandate. */
export const withoutMandate = z.object({ personId: id, name: z.string(), members: z.int() });
export type WithoutMandate = z.infer<typeof withoutMandate>;

/** A payer who has left the club, and those whom they still pay for. */
export const leftPayer = z.object({
  payerId: id,
  name: z.string(),
  leftOn: z.string().describe('The last day in the club.'),
  hasDied: z.boolean(),
  isKept: z.boolean().describe('The board has said that they keep paying.'),
  paysFor: z.array(
    z.object({
      name: z.string(),
      memberId: id.nullable().describe('The membership that is paid for; null if only charges are open.'),
      openCents: z.int(),
    }),
  ),
});
export type LeftPayer = z.infer<typeof leftPayer>;

/** An agreement to collect payments without a valid mandate. */
export const lackingMandate = z.object({
  payerPersonId: id,
  club: clubName,
  names: z.array(z.string()).describe('The persons whose charges would be collected.'),
  text: z.string().describe('The wording of the SEPA mandate.'),
});
export type LackingMandate = z.infer<typeof lackingMandate>;
