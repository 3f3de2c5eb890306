import type { taxSpheres } from '#shared/courses/courseWords.ts';
import type { OrderMethod } from '#shared/courses/orders.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What is asked for a sold card. */
type CardCharge = {
  cardId: string;
  club: ClubName;
  personId: string;
  label: string;
  cents: number;
  dueOn: string;
  /** As chosen with the order; without a choice by the mandate of the payer, else by transfer. */
  method: OrderMethod | undefined;
  taxSphere: (typeof taxSpheres)[number];
};

/** The port of cards to money. It comes from a higher floor (endpoints.ts). */
export type CardMoney = {
  charge: (tx: Transaction, asked: CardCharge) => Promise<void>;
  /** Where the payment of cards stands, in words, by the card. */
  chargesOf: (tx: Transaction, cardIds: readonly string[]) => Promise<Map<string, string>>;
  /** Asks for no more than a part of the price of a card; what was paid beyond it is listed as a refund. */
  reduce: (tx: Transaction, of: { cardId: string; keptCents: number; reason: string; by: string }) => Promise<void>;
};
