import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The fee terms of a row, in the words of the exporting program; the day is parsed already. */
export type TermsInWords = { rhythm?: string; method?: string; paidUntil?: string };

/** A person of a list with their fee terms. */
export type ImportedTerms = { personId: string; terms: TermsInWords };

/** The port of member imports to fees. It comes from a higher floor (endpoints.ts). */
export type FeeTerms = {
  /** Why something of it cannot be understood; a German sentence. */
  faultOf: (terms: TermsInWords) => string | undefined;
  /** What contradicts the other words of a row, and what happens then: the row brings a mandate, or one holds for whom it is about. */
  warningOf: (terms: TermsInWords, mandate: { isBrought: boolean; holds: boolean }) => string;
  /** The people for whom something else is agreed so far, or nothing. */
  differing: (tx: Transaction, list: readonly ImportedTerms[]) => Promise<Set<string>>;
  /** Writes the fee terms of the members of a list. */
  bring: (tx: Transaction, club: ClubName, list: readonly ImportedTerms[]) => Promise<void>;
};
