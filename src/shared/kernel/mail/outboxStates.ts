/** Where a mail stands on its way out. Held are those that a restored backup brought back. */
export const outboxStates = ['queued', 'sent', 'failed', 'held'] as const;

export type OutboxState = (typeof outboxStates)[number];

/** Sets of states of mails that decide about something. */
export const outboxSets = {
  /** Not out yet. */
  open: ['queued', 'held'],
  /** May be sent on their way again. */
  retryable: ['failed', 'held'],
} as const satisfies { readonly [set: string]: readonly OutboxState[] };

/** Whether mails in this state may be sent on their way again. */
export function isRetryable(state: OutboxState): state is (typeof outboxSets.retryable)[number] {
  return outboxSets.retryable.some((one) => one === state);
}
