import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

export type MandateAccount = { club: ClubName; payerPersonId: string; iban: string; accountHolder: string };

export type NamedAccount = { iban?: string | undefined; reference?: string | undefined; holder?: string | undefined };

/** An existing mandate: for whom it is, and its reference and account. */
export type StandingMandate = { payerPersonId: string; forPersonId: string | null; iban: string; reference: string | null };

/** A current or former mandate of the club: `isPresent` if not ended, `isActive` if it is used for collections. */
export type KnownMandate = StandingMandate & { isPresent: boolean; isActive: boolean };

/** A mandate imported from another program; without date or reference it is stored as incomplete. */
export type ImportedMandate = StandingMandate & { accountHolder: string; signedOn: string | null; lastUsedOn: string | null };

/** Port of members and their requests to mandates (implementation passed in endpoints.ts). */
export type Mandates = {
  sign: (tx: Transaction, account: MandateAccount) => Promise<void>;
  /**
   * Loads the data for checking the accounts of an import; the returned function returns a German message if an account
   * cannot be a mandate.
   */
  checkOf: (tx: Transaction, club: ClubName) => Promise<(account: NamedAccount) => string | undefined>;
  /** The recurrent mandates of a club including ended ones, since references are unique. */
  standing: (tx: Transaction, club: ClubName) => Promise<KnownMandate[]>;
  /** Stores imported mandates; returns their number. */
  bring: (tx: Transaction, club: ClubName, mandates: readonly ImportedMandate[], by: string | undefined) => Promise<number>;
  /** The account from which a person's fees are currently collected. */
  read: (tx: Transaction, payerPersonId: string) => Promise<{ iban: string; accountHolder: string } | undefined>;
};
