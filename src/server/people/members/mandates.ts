import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

export type MandateAccount = { club: ClubName; payerPersonId: string; iban: string; accountHolder: string };

/** The account of a row. */
export type NamedAccount = { iban?: string | undefined; reference?: string | undefined; holder?: string | undefined };

/** A mandate that stands: for whom, and by which reference and account it is known. */
export type StandingMandate = { payerPersonId: string; forPersonId: string | null; iban: string; reference: string | null };

/** One that the club has or had: not over, and collected from. */
export type KnownMandate = StandingMandate & { isPresent: boolean; isActive: boolean };

/** A mandate as the list of another program tells of it; without day or reference it is kept incomplete. */
export type ImportedMandate = StandingMandate & { accountHolder: string; signedOn: string | null; lastUsedOn: string | null };

/** The port of members and their requests to mandates. It comes from a higher floor (endpoints.ts). */
export type Mandates = {
  /** Writes a mandate for an account. */
  sign: (tx: Transaction, account: MandateAccount) => Promise<void>;
  /** Reads once the data that the accounts of a list are checked against; gives a function that says in a German sentence why one cannot be a mandate. */
  checkOf: (tx: Transaction, club: ClubName) => Promise<(account: NamedAccount) => string | undefined>;
  /** The repeated mandates of a club, with those that are over: a reference is given once. */
  standing: (tx: Transaction, club: ClubName) => Promise<KnownMandate[]>;
  /** Writes down mandates of a list; gives how many. */
  bring: (tx: Transaction, club: ClubName, mandates: readonly ImportedMandate[], by: string | undefined) => Promise<number>;
  /** The account from which a person's fees are collected now. */
  read: (tx: Transaction, payerPersonId: string) => Promise<{ iban: string; accountHolder: string } | undefined>;
};
