import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The fee terms of a row as worded by the exporting program; the date is already parsed. */
export type TermsInWords = { rhythm?: string; method?: string; paidUntil?: string };

export type ImportedTerms = { personId: string; terms: TermsInWords };

/** Port of member imports to fees (implementation passed in endpoints.ts). */
export type FeeTerms = {
  /** A German message if the terms cannot be parsed. */
  faultOf: (terms: TermsInWords) => string | undefined;
  /**
   * A German warning if the terms contradict the row's mandate; `isBrought`: the row contains a mandate, `holds`: an
   * existing one is valid.
   */
  warningOf: (terms: TermsInWords, mandate: { isBrought: boolean; holds: boolean }) => string;
  /** The persons whose agreed terms differ or are missing. */
  differing: (tx: Transaction, list: readonly ImportedTerms[]) => Promise<Set<string>>;
  /** Stores the fee terms of the members of an import. */
  bring: (tx: Transaction, club: ClubName, list: readonly ImportedTerms[]) => Promise<void>;
};
