import { keysOf } from '#shared/kernel/keys.ts';

/** The states of an expense with their German words. */
export const expenseStates = {
  submitted: 'Eingereicht',
  approved: 'Genehmigt',
  rejected: 'Zurückgegeben',
  paid: 'Bezahlt',
  waived: 'Verzichtet',
} as const;

export type ExpenseState = keyof typeof expenseStates;

/** The names of the states of an expense. */
export const expenseStateNames = keysOf(expenseStates);

const states = (...of: ExpenseState[]): readonly ExpenseState[] => of;

/** Sets of states that rules depend on. */
export const expenseSets = {
  /** With its submitter, who may change or withdraw it. */
  editable: states('submitted', 'rejected'),
  /** May be decided, or its approval revoked. */
  decidable: states('submitted', 'approved'),
  /** Approved at some time: has a category and a decision. */
  decided: states('approved', 'paid', 'waived'),
  /** Neither paid nor waived. */
  open: states('submitted', 'approved'),
  /** Finished: kept as long as vouchers are. */
  settled: states('paid', 'waived'),
};

/** What the list of expenses can be narrowed to beside a state: those that the viewer may decide on now. */
export const expenseViews = ['decide'] as const;
