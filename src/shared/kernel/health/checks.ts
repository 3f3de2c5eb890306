/** How a thing is that must be well: well, to be looked at soon, or to be mended now. */
export const checkStates = ['ok', 'warn', 'bad'] as const;

export type CheckState = (typeof checkStates)[number];

/** One line of "is all well?". */
export type CheckResult = { name: string; state: CheckState; text: string };
