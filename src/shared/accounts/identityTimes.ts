/** The times of the sign-in in section 9 of the specification. */
export const identityTimes = {
  tokenLifeMs: 60 * 60 * 1000,
  /** The client renews a token this long before it expires … */
  tokenRefreshBeforeMs: 5 * 60 * 1000,
  /** … and treats it as expired this long before it expires. */
  tokenExpiredBeforeMs: 30 * 1000,
  refreshBackOffFirstMs: 30 * 1000,
  refreshBackOffLongestMs: 16 * 60 * 1000,
  popupWidth: 500,
  popupHeight: 600,
  popupClosedAfterMs: 8 * 1000,
  redirectCacheMs: 10 * 60 * 1000,
  tokenSyncMaxAgeMs: 5 * 60 * 1000,
} as const;
