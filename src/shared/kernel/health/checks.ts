/** The state of a checked thing: well, to be looked at soon, or to be repaired now. */
export const checkStates = ['ok', 'warn', 'bad'] as const;

export type CheckState = (typeof checkStates)[number];

/** One line of "is all well?". */
export type CheckResult = { name: string; state: CheckState; text: string };
