/** The states of a mail in the outbox. `held` are mails restored from a backup, which wait for a decision. */
export const outboxStates = ['queued', 'sent', 'failed', 'held'] as const;

export type OutboxState = (typeof outboxStates)[number];

/** Sets of mail states that rules refer to. */
export const outboxSets = {
  /** Not sent yet. */
  open: ['queued', 'held'],
  /** May be queued again. */
  retryable: ['failed', 'held'],
} as const satisfies { readonly [set: string]: readonly OutboxState[] };

/** Whether a mail in this state may be queued again. */
export function isRetryable(state: OutboxState): state is (typeof outboxSets.retryable)[number] {
  return outboxSets.retryable.some((one) => one === state);
}
