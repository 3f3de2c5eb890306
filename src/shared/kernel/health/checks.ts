/** The state of a health check: ok, needs attention, or needs repair. */
export const checkStates = ['ok', 'warn', 'bad'] as const;

export type CheckState = (typeof checkStates)[number];

/** The result of one health check. */
export type CheckResult = { name: string; state: CheckState; text: string };
