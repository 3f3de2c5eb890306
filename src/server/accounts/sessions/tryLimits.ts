const minuteMs = 60_000;

/** Rate limits per network or address for requests that send a mail or open a link. */
export const tryLimits = {
  signUp: { free: 20, windowMs: 60 * minuteMs },
  reset: { free: 5, windowMs: 60 * minuteMs },
  link: { free: 60, windowMs: 15 * minuteMs },
} as const;
