export const views = ['week', 'day', 'month', 'list'] as const;

/** The views of the plan. */
export type View = (typeof views)[number];
