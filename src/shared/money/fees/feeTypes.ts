import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import type {
  exceptionKinds,
  exceptionLayers,
  familyModes,
  feeAges,
  feeCorrections,
  feeLacks,
  helperPools,
  FeeLayer,
  FeeRhythm,
  ProRata,
} from './feeWords.ts';

/** A fee rule of the club. Within a layer, rules are tried in order; the first match applies. */
export type FeeRule = {
  id: string;
  layer: FeeLayer;
  name: string;
  /** The kinds of membership; empty: all except trial and honorary members. */
  kinds: readonly MemberKind[];
  ageFrom: number | null;
  ageTo: number | null;
  ageOn: (typeof feeAges)[number];
  departmentId: string | null;
  /** The position in the family, for a base rule. */
  placeFrom: number | null;
  placeTo: number | null;
  familyMin: number;
  childAgeTo: number;
  familyMode: (typeof familyModes)[number];
  proRataIn: ProRata;
  proRataOut: ProRata;
  validFrom: LocalDate;
  validTo: LocalDate | null;
  /** By rhythm; an entry fee has the single price `onceCents`, and so have helper hours, per missing hour. */
  prices: { readonly [rhythm in FeeRhythm]?: number };
  rhythm: FeeRhythm;
  onceCents: number | null;
  /** The required helper time per person and year, for a rule of helper hours. */
  dueMinutes: number | null;
  pool: (typeof helperPools)[number];
};

/** An exception for one member, with its reason. */
export type FeeException = {
  layer: (typeof exceptionLayers)[number];
  departmentId: string | null;
  kind: (typeof exceptionKinds)[number];
  /** The price instead of the rule's, for the kind `cents`. */ cents: number;
  /** The discount, for the kind `percent`. */ percent: number;
  from: LocalDate;
  to: LocalDate | null;
  /** It only applies while its proof is valid. */ proofUntil: LocalDate | null;
  reason: string;
};

/** The facts of a membership that its fees depend on. */
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
  /** The member's families with their periods. */ families: readonly { familyId: string; from: LocalDate; to: LocalDate | null }[];
  slices: readonly { departmentId: string; from: LocalDate; to: LocalDate | null }[];
  exceptions: readonly FeeException[];
};

/** A family that pays together. */
export type FeeFamily = {
  id: string;
  name: string;
  payerPersonId: string;
  /** The payer has left the club or died, and nobody has said that they keep paying. */
  gone?: { name: string; on: LocalDate; hasDied: boolean } | undefined;
};

/** A charge so far, by slot and person; refunds are negative. */
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
  /** The refunded charge. */ refundOf: string | null;
  /** Open: nothing was paid, and nothing is in progress. Pending: a debit is in progress, or somebody else pays an instalment. */
  state: 'open' | 'pending' | 'settled';
  /** The open amount of the charge or of its instalments. */ openCents: number;
  /** The waived amount of the charge or of its instalments. */ waivedCents: number;
  /** It is collected by its instalments. */ isSplit: boolean;
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
  /** Gone: nothing is owed any more. */ change: 'new' | 'same' | 'higher' | 'lower' | 'gone';
  /** What was charged for these months; of a new line, a year before. */ previousCents: number;
  /** How a run handles the difference; null if there is none. */ correction: FeeCorrectionKind | null;
};

/**
 * Rewrite: unpaid charges are cancelled and replaced. Refund and adjust: the difference becomes a separate charge; a refund first reduces
 * open amounts. Wait: a debit is in progress, somebody else pays an instalment, or the charge covers more months than the run.
 */
export type FeeCorrectionKind = (typeof feeCorrections)[number];

/** A difference between the charges for some months of a slot and the current rules. */
export type FeeCorrection = {
  kind: FeeCorrectionKind;
  slot: string;
  personId: string;
  lines: FeeLine[];
  charged: ChargedFee[];
  /** The difference in cents. */ cents: number;
};

/** A member without a computable fee: what is lacking, told in German, and the rule to change, if it is one of them. */
export type FeeFault = {
  memberId: string;
  name: string;
  reason: string;
  /** `days`: no rule is valid on a day between two that are. */ lacks: (typeof feeLacks)[number];
  ruleId: string | null;
  /** The family whose payer is gone, with their last day in the club; null if they died. */ family?: {
    id: string;
    leftOn: LocalDate | null;
  };
};
