import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

export type MandateAccount = { club: ClubName; payerPersonId: string; iban: string; accountHolder: string };

/** What members and their requests need of the mandates. It comes from a higher floor (app.ts). */
export type Mandates = {
  /** Writes down that somebody lets the club collect from an account. */
  sign: (tx: Transaction, account: MandateAccount) => Promise<void>;
  /** The account from which a person's fees are collected now. */
  read: (tx: Transaction, payerPersonId: string) => Promise<{ iban: string; accountHolder: string } | undefined>;
};
