const minuteMs = 60_000;

/** How often a network or an address may try what sends a mail or opens a link. */
export const tryLimits = {
  signUp: { free: 20, windowMs: 60 * minuteMs },
  reset: { free: 5, windowMs: 60 * minuteMs },
  link: { free: 60, windowMs: 15 * minuteMs },
} as const;
