import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import type {
  exceptionKinds,
  exceptionLayers,
  familyModes,
  feeAges,
  feeCorrections,
  helperPools,
  FeeLayer,
  FeeRhythm,
  ProRata,
} from './feeWords.ts';

/** A line of the club's order of fees. In its layer the rules stand in their order; the first that fits counts. */
export type FeeRule = {
  id: string;
  layer: FeeLayer;
  name: string;
  /** The kinds of membership; empty: all but trial and honorary members. */
  kinds: readonly MemberKind[];
  ageFrom: number | null;
  ageTo: number | null;
  ageOn: (typeof feeAges)[number];
  departmentId: string | null;
  /** Which place in the family, for a rule of the base. */
  placeFrom: number | null;
  placeTo: number | null;
  familyMin: number;
  childAgeTo: number;
  familyMode: (typeof familyModes)[number];
  proRataIn: ProRata;
  proRataOut: ProRata;
  validFrom: LocalDate;
  validTo: LocalDate | null;
  /** By rhythm; a rule of the layer entry has the one price `onceCents`, one of helper hours that of a missing hour. */
  prices: { readonly [rhythm in FeeRhythm]?: number };
  rhythm: FeeRhythm;
  onceCents: number | null;
  /** How long everybody should help in a year, of a rule of helper hours. */
  dueMinutes: number | null;
  pool: (typeof helperPools)[number];
};

/** An exception for one member, with its reason. */
export type FeeException = {
  layer: (typeof exceptionLayers)[number];
  departmentId: string | null;
  kind: (typeof exceptionKinds)[number];
  /** The price in place of the rule's, of the kind cents. */ cents: number;
  /** What is let off, of the kind percent. */ percent: number;
  from: LocalDate;
  to: LocalDate | null;
  /** It holds only as long as its proof. */ proofUntil: LocalDate | null;
  reason: string;
};

/** A membership as far as its fees depend on it. */
export type FeeMember = {
  memberId: string;
  personId: string;
  name: string;
  payerPersonId: string;
  kind: MemberKind;
  birthDate: LocalDate | null;
  joinedOn: LocalDate;
  leftOn: LocalDate | null;
  /** The last day of an earlier membership. */ leftBefore: LocalDate | null;
  rhythm: FeeRhythm | null;
  feesFrom: LocalDate | null;
  /** When the member belongs to which family. */ families: readonly { familyId: string; from: LocalDate; to: LocalDate | null }[];
  slices: readonly { departmentId: string; from: LocalDate; to: LocalDate | null }[];
  exceptions: readonly FeeException[];
};

/** A family that pays together. */
export type FeeFamily = { id: string; name: string; payerPersonId: string };

/** Charges so far, by slot and person; refunds are negative. */
export type ChargedFee = {
  id: string;
  slot: string;
  personId: string;
  /** A person or an organisation. */ payerId: string;
  name: string;
  label: string;
  from: LocalDate;
  to: LocalDate;
  cents: number;
  /** The charge that is paid back. */ refundOf: string | null;
  /** Open: nothing was paid, and nothing is under way. Pending: a debit is under way, or somebody else pays an installment. */
  state: 'open' | 'pending' | 'settled';
  /** What is still open of it, or of its installments. */ openCents: number;
  /** What of it, or of its installments, the club forgoes. */ waivedCents: number;
  /** It is asked for by its installments. */ isSplit: boolean;
};

export type FeeFacts = {
  from: LocalDate;
  to: LocalDate;
  yearStart: number;
  rules: readonly FeeRule[];
  members: readonly FeeMember[];
  families: readonly FeeFamily[];
  charged: readonly ChargedFee[];
};

/** The amount that one person owes for some months, and why. */
export type FeeLine = {
  memberId: string;
  personId: string;
  name: string;
  /** A person, or an organisation that took it over. */ payerId: string;
  /** base, entry or dep:<id>: a person pays each month of a slot once. */
  slot: string;
  ruleId: string;
  label: string;
  from: LocalDate;
  to: LocalDate;
  fullCents: number;
  cents: number;
  reason: string;
  /** Gone: nothing is asked for any more. */ change: 'new' | 'same' | 'higher' | 'lower' | 'gone';
  previousCents: number;
  /** The action of a run on a difference; null where there is none. */ correction: FeeCorrectionKind | null;
};

/**
 * Rewrite: what nobody has paid yet is cancelled and rewritten. Refund and adjust: the difference becomes a charge of its own; a
 * refund first lowers what is still open. Wait: a debit is under way, somebody else pays an installment, or the charge is for more
 * months than the run looks at.
 */
export type FeeCorrectionKind = (typeof feeCorrections)[number];

/** A difference between the charges for some months of a slot and the rules of today. */
export type FeeCorrection = {
  kind: FeeCorrectionKind;
  slot: string;
  personId: string;
  lines: FeeLine[];
  charged: ChargedFee[];
  /** The difference in cents. */ cents: number;
};

export type FeeFault = { memberId: string; name: string; reason: string };
