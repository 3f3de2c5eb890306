/** The closed lists of membership fees, used by database, shapes, rules and pages. */
export const feeLayers = ['base', 'department', 'family', 'entry', 'helper'] as const;
/** How often a fee is charged. */
export const feeRhythms = ['month', 'quarter', 'half', 'year'] as const;
/** The day that determines the age: the first day of the period, the first day of the fee year, or only the year of birth. */
export const feeAges = ['period_start', 'year_start', 'birth_year'] as const;
/** How the fee is prorated when a member joins or leaves within a period. */
export const proRatas = ['month', 'quarter', 'half', 'full'] as const;
/** Whose helper hours are pooled. */
export const helperPools = ['person', 'family'] as const;
/** When a flat family price applies: only if it is cheaper, or always. */
export const familyModes = ['cheapest', 'always'] as const;
/** The states of a fee run. */
export const feeRunStates = ['booked', 'undone'] as const;

/** The German words for the states of a fee run. */
export const feeRunStateNames: { readonly [state in (typeof feeRunStates)[number]]: string } = {
  booked: 'gebucht',
  undone: 'rückgängig',
};
/** How a run handles a difference; `feeTypes.ts` explains each. */
export const feeCorrections = ['rewrite', 'refund', 'adjust', 'wait'] as const;
/** What keeps a fee from being charged: a birth date, a price, a rule, a rule for these days, or a payer who is still there. */
export const feeLacks = ['birthDate', 'price', 'rule', 'days', 'payer'] as const;
/** The layers that allow exceptions. */
export const exceptionLayers = ['base', 'department', 'entry', 'helper'] as const;
/** Another price, a discount, or free. */
export const exceptionKinds = ['cents', 'percent', 'free'] as const;
/** The payment methods of members without a mandate. */
export const memberMethods = ['transfer', 'cash', 'but'] as const;

export type FeeLayer = (typeof feeLayers)[number];
export type FeeRhythm = (typeof feeRhythms)[number];
export type MemberMethod = (typeof memberMethods)[number];
export type ProRata = (typeof proRatas)[number];

/** The German words for the layers of fee rules. */
export const feeLayerNames: { readonly [layer in FeeLayer]: string } = {
  base: 'Grundbeitrag',
  department: 'Abteilung',
  family: 'Familie',
  entry: 'Aufnahme',
  helper: 'Helferstunden',
};

/** The German words for the rhythms, used after an amount. */
export const feeRhythmNames: { readonly [rhythm in FeeRhythm]: string } = {
  month: 'monatlich',
  quarter: 'je Quartal',
  half: 'halbjährlich',
  year: 'jährlich',
};

/** The German words for the kinds of exceptions. */
export const exceptionKindNames: { readonly [kind in (typeof exceptionKinds)[number]]: string } = {
  free: 'beitragsfrei',
  percent: 'ermäßigt um Prozent',
  cents: 'eigener Betrag',
};

/** The German words for the pooling of helper hours. */
export const helperPoolNames: { readonly [pool in (typeof helperPools)[number]]: string } = {
  person: 'jede Person für sich',
  family: 'Familien zusammen',
};

/** The German words for the modes of a flat family price. */
export const familyModeNames: { readonly [mode in (typeof familyModes)[number]]: string } = {
  cheapest: 'nur, wenn es für die Familie günstiger ist',
  always: 'immer',
};

/** The German words for payment methods without a mandate. */
export const memberMethodNames: { readonly [method in MemberMethod]: string } = {
  transfer: 'Überweisung',
  cash: 'bar',
  but: 'Bildung und Teilhabe (Amt)',
};

/** The German words for the kinds of proration. */
export const proRataNames: { readonly [one in ProRata]: string } = {
  month: 'je Monat',
  quarter: 'je begonnenes Quartal',
  half: 'je begonnenes Halbjahr',
  full: 'ganzer Beitrag',
};

/** The number of months in a period of each rhythm. */
export const monthsOfRhythm: { readonly [rhythm in FeeRhythm]: number } = { month: 1, quarter: 3, half: 6, year: 12 };
