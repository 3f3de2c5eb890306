export const views = ['week', 'day', 'month', 'list'] as const;

/** The ways to look at the plan. */
export type View = (typeof views)[number];
