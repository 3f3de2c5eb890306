/**
 * The states of a request by an organisation without an account: created, confirmed by mail, then linked to an
 * organisation or rejected.
 */
export const hallRequestStates = ['unconfirmed', 'open', 'linked', 'rejected'] as const;

/** Decided: it can no longer be withdrawn. */
export const decidedHallRequests: readonly (typeof hallRequestStates)[number][] = ['linked', 'rejected'];
