import type { taxSpheres, OrderMethod } from '#shared/courses/courseWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The charge for a sold card. */
type CardCharge = {
  cardId: string;
  club: ClubName;
  personId: string;
  label: string;
  cents: number;
  dueOn: string;
  /** Chosen with the order; otherwise by the payer's mandate, or by transfer. */
  method: OrderMethod | undefined;
  taxSphere: (typeof taxSpheres)[number];
};

/** Port: charges for cards, implemented by the money wing (endpoints.ts). */
export type CardMoney = {
  charge: (tx: Transaction, asked: CardCharge) => Promise<void>;
  /** The payment status of cards as German text, by card id. */
  chargesOf: (tx: Transaction, cardIds: readonly string[]) => Promise<Map<string, string>>;
  /** Reduces the charge of a card to `keptCents`; excess payments are listed as refunds. */
  reduce: (tx: Transaction, of: { cardId: string; keptCents: number; reason: string; by: string }) => Promise<void>;
};
