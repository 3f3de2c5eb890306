/** The state of a line of a statement: open, booked, allocated to several charges by hand, or set aside for a reason. */
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

/** Sets of states that decide about something. */
export const bankLineSets = {
  /** Its money is on the account of a payer. */
  booked: states('done', 'split'),
  /** Needs no more work. */
  settled: states('done', 'split', 'ignored'),
};

/** What the list of lines can be narrowed to. */
export const bankLineFilters = ['open', 'booked', 'ignored'] as const;
export type BankLineFilter = (typeof bankLineFilters)[number];
/** The German words for the filters of bank lines. */
export const bankLineFilterNames: { readonly [filter in BankLineFilter]: string } = {
  open: 'Offen',
  booked: 'Verbucht',
  ignored: 'Ignoriert',
};

/** How a line is matched: found by its reference, only by name and amount, known by a rule, booked before, or left to be looked at by hand. */
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

/** What a line is that is left to be looked at by hand. */
export const bankKinds = ['part', 'over', 'several', 'closed', 'return', 'run', 'payout', 'outgoing', 'unknown'] as const;
export type BankKind = (typeof bankKinds)[number];
/** What is still open about a bank line, in German. */
export const bankKindNames: { readonly [kind in BankKind]: string } = {
  part: 'Teilzahlung',
  over: 'Überzahlung',
  several: 'mehrere möglich',
  closed: 'nichts mehr offen',
  return: 'Rücklastschrift',
  run: 'Lastschriftlauf',
  payout: 'Sammelüberweisung',
  outgoing: 'Abgang',
  unknown: 'unbekannter Eingang',
};
