import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** How somebody pays, in the words of the program that a list comes from; the day is read already. */
export type TermsInWords = { rhythm?: string; method?: string; paidUntil?: string };

/** Somebody of a list and how they pay. */
export type ImportedTerms = { personId: string; terms: TermsInWords };

/** What a list of members needs of the fees. It comes from a higher floor (endpoints.ts). */
export type FeeTerms = {
  /** Why something of it cannot be understood; a German sentence. */
  faultOf: (terms: TermsInWords) => string | undefined;
  /** What contradicts the other words of a row, and what happens then: the row brings a mandate, or one holds for whom it is about. */
  warningOf: (terms: TermsInWords, mandate: { isBrought: boolean; holds: boolean }) => string;
  /** The people for whom something else is agreed so far, or nothing. */
  differing: (tx: Transaction, list: readonly ImportedTerms[]) => Promise<Set<string>>;
  /** Writes down what is agreed with the members of a list. */
  bring: (tx: Transaction, club: ClubName, list: readonly ImportedTerms[]) => Promise<void>;
};
