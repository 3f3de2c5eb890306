/** The kinds of payments: money in or out, and settlements without money. */
export const paymentKinds = ['transfer', 'debit', 'cash', 'but', 'payout', 'debit_return', 'opening', 'offset', 'waiver', 'split'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** The kinds of income that the office enters by hand. */
export const receivedKinds = ['transfer', 'cash', 'but'] as const satisfies readonly PaymentKind[];

const kinds = (...of: PaymentKind[]): readonly PaymentKind[] => of;

/** Sets of kinds that rules depend on. */
export const paymentSets = {
  /** Money came in. */
  incoming: kinds('transfer', 'debit', 'cash', 'but'),
  /** Money went out. */
  outgoing: kinds('payout', 'debit_return'),
  /** No money moved, so these are not in the cash book. */
  withoutMoney: kinds('offset', 'waiver', 'split'),
};

/** The German words for the kinds of payments. */
export const paymentKindNames: { readonly [kind in PaymentKind]: string } = {
  transfer: 'Überweisung',
  debit: 'Lastschrift',
  cash: 'Barzahlung',
  but: 'Bildung und Teilhabe',
  payout: 'Auszahlung',
  debit_return: 'Rücklastschrift',
  opening: 'Anfangssaldo',
  offset: 'Verrechnung',
  waiver: 'Erlass',
  split: 'In Raten aufgeteilt',
};
