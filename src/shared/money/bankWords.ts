/** The state of a bank line: open, booked, allocated to several charges by hand, or set aside for a reason. */
export const bankLineStates = ['new', 'done', 'split', 'ignored'] as const;
export type BankLineState = (typeof bankLineStates)[number];

/** The German words for the states of a line. */
export const bankLineStateNames: { readonly [state in BankLineState]: string } = {
  new: 'offen',
  done: 'verbucht',
  split: 'aufgeteilt',
  ignored: 'ignoriert',
};

const states = (...of: BankLineState[]): readonly BankLineState[] => of;

/** Sets of states that rules depend on. */
export const bankLineSets = {
  /** Booked to the account of a payer. */
  booked: states('done', 'split'),
  /** Needs no more work. */
  settled: states('done', 'split', 'ignored'),
};

/** The filters for the list of bank lines. */
export const bankLineFilters = ['open', 'booked', 'ignored'] as const;
export type BankLineFilter = (typeof bankLineFilters)[number];
/** The German words for the filters of bank lines. */
export const bankLineFilterNames: { readonly [filter in BankLineFilter]: string } = {
  open: 'Offen',
  booked: 'Verbucht',
  ignored: 'Ignoriert',
};

/** How a line is matched: by its reference, only by name and amount, by a rule, already booked, or left for a manual decision. */
export const bankResults = ['match', 'suggestion', 'rule', 'booked', 'rest'] as const;
export type BankResult = (typeof bankResults)[number];
/** The German words for the kinds of matches. */
export const bankResultNames: { readonly [result in BankResult]: string } = {
  match: 'erkannt',
  suggestion: 'Vorschlag',
  rule: 'Regel',
  booked: 'schon verbucht',
  rest: 'zu klären',
};

/** What a line is that is left for a manual decision. */
export const bankKinds = ['part', 'over', 'several', 'closed', 'return', 'run', 'payout', 'own', 'outgoing', 'unknown'] as const;
export type BankKind = (typeof bankKinds)[number];
/** The German words for why a bank line is still open. */
export const bankKindNames: { readonly [kind in BankKind]: string } = {
  part: 'Teilzahlung',
  over: 'Überzahlung',
  several: 'mehrere möglich',
  closed: 'nichts mehr offen',
  return: 'Rücklastschrift',
  run: 'Lastschriftlauf',
  payout: 'Sammelüberweisung',
  own: 'Umbuchung',
  outgoing: 'Abgang',
  unknown: 'unbekannter Eingang',
};
