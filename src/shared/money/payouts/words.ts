/** The sources of payouts. */
export const payoutSources = ['refund', 'credit', 'hour_sheet', 'expense'] as const;
export type PayoutSource = (typeof payoutSources)[number];

/** The states of a file of transfers, from the draft to its execution. */
export const payoutRunStates = ['draft', 'downloaded', 'executed', 'discarded'] as const;
export type PayoutRunState = (typeof payoutRunStates)[number];

/** The answers of the bank to whether the name of a payee belongs to the IBAN (Verification of Payee). */
export const nameAnswers = ['match', 'close', 'mismatch'] as const;
export type NameAnswer = (typeof nameAnswers)[number];

/** The German words for these answers. */
export const nameAnswerNames: { readonly [answer in NameAnswer]: string } = {
  match: 'stimmt',
  close: 'stimmt fast',
  mismatch: 'stimmt nicht',
};

/** The origins of a bank account for payouts. */
export const accountOrigins = ['board', 'mandate'] as const;

/** The German words for the sources of payouts. */
export const payoutSourceNames: { readonly [source in PayoutSource]: string } = {
  refund: 'Erstattung',
  credit: 'Guthaben',
  hour_sheet: 'Stundennachweis',
  expense: 'Auslage',
};

/** The German words for the states of a file of transfers. */
export const payoutRunStateNames: { readonly [state in PayoutRunState]: string } = {
  draft: 'erstellt',
  downloaded: 'heruntergeladen',
  executed: 'ausgeführt',
  discarded: 'verworfen',
};

/** The states in which the bank presumably does not have the money yet. */
export const pendingPayouts: readonly PayoutRunState[] = ['draft', 'downloaded'];

/** The states in which the bank may know the file: lines of a statement may be about it. */
export const handedInPayouts: readonly PayoutRunState[] = ['downloaded', 'executed'];

const moves: { readonly [from in PayoutRunState]: readonly PayoutRunState[] } = {
  draft: ['downloaded', 'discarded'],
  downloaded: ['executed', 'discarded'],
  executed: [],
  discarded: [],
};

/** Whether a payout run may go from one state to another. */
export function mayMovePayouts(from: PayoutRunState, to: PayoutRunState): boolean {
  return moves[from].includes(to);
}
