/** The closed lists of membership fees: database, shapes, rules and pages read them here. */
export const feeLayers = ['base', 'department', 'family', 'entry', 'helper'] as const;
/** How often a fee is asked for; `once` is the entry fee. */
export const feeRhythms = ['month', 'quarter', 'half', 'year'] as const;
/** On which day the age counts: the first of the part that is asked for, the first of the fee year, or the year of birth alone. */
export const feeAges = ['period_start', 'year_start', 'birth_year'] as const;
/** How a part is counted in which a member joins or leaves. */
export const proRatas = ['month', 'quarter', 'half', 'full'] as const;
/** The people whose helper hours count together. */
export const helperPools = ['person', 'family'] as const;
/** When a flat price for a family applies: only where it is cheaper, or always. */
export const familyModes = ['cheapest', 'always'] as const;
/** The states of a run of fees. */
export const feeRunStates = ['booked', 'undone'] as const;

/** The German words for the states of a fee run. */
export const feeRunStateNames: { readonly [state in (typeof feeRunStates)[number]]: string } = {
  booked: 'gebucht',
  undone: 'rückgängig',
};
/** The actions of a run on a difference; `feeTypes.ts` says when each applies. */
export const feeCorrections = ['rewrite', 'refund', 'adjust', 'wait'] as const;
/** The subjects of an exception. */
export const exceptionLayers = ['base', 'department', 'entry', 'helper'] as const;
/** Another price, a part that is let off, or nothing at all. */
export const exceptionKinds = ['cents', 'percent', 'free'] as const;
/** The ways to pay of members without a mandate. */
export const memberMethods = ['transfer', 'cash', 'but'] as const;

export type FeeLayer = (typeof feeLayers)[number];
export type FeeRhythm = (typeof feeRhythms)[number];
export type MemberMethod = (typeof memberMethods)[number];
export type ProRata = (typeof proRatas)[number];

/** The German words for the layers of the order of fees. */
export const feeLayerNames: { readonly [layer in FeeLayer]: string } = {
  base: 'Grundbeitrag',
  department: 'Abteilung',
  family: 'Familie',
  entry: 'Aufnahme',
  helper: 'Helferstunden',
};

/** The German words for the rhythms, to stand behind an amount. */
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

/** The German words for the people whose helper hours count together. */
export const helperPoolNames: { readonly [pool in (typeof helperPools)[number]]: string } = {
  person: 'jede Person für sich',
  family: 'Familien zusammen',
};

/** The German words for the modes of a flat price. */
export const familyModeNames: { readonly [mode in (typeof familyModes)[number]]: string } = {
  cheapest: 'nur, wenn es für die Familie günstiger ist',
  always: 'immer',
};

/** The German words for the ways to pay fees without a mandate. */
export const memberMethodNames: { readonly [method in MemberMethod]: string } = {
  transfer: 'Überweisung',
  cash: 'bar',
  but: 'Bildung und Teilhabe (Amt)',
};

/** The German words for how a begun part is counted. */
export const proRataNames: { readonly [one in ProRata]: string } = {
  month: 'je Monat',
  quarter: 'je begonnenes Quartal',
  half: 'je begonnenes Halbjahr',
  full: 'ganzer Beitrag',
};

/** How many months a part of each rhythm has. */
export const monthsOfRhythm: { readonly [rhythm in FeeRhythm]: number } = { month: 1, quarter: 3, half: 6, year: 12 };
