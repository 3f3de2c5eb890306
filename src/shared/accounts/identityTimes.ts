/** The seconds and milliseconds of section 9 of the specification that concern the sign-in. */
export const identityTimes = {
  tokenLifeMs: 60 * 60 * 1000,
  /** A token is renewed this long before it ends … */
  tokenRefreshBeforeMs: 5 * 60 * 1000,
  /** … and counts as ended this long before it does. */
  tokenExpiredBeforeMs: 30 * 1000,
  refreshBackOffFirstMs: 30 * 1000,
  refreshBackOffLongestMs: 16 * 60 * 1000,
  popupWidth: 500,
  popupHeight: 600,
  popupClosedAfterMs: 8 * 1000,
  redirectCacheMs: 10 * 60 * 1000,
  tokenSyncMaxAgeMs: 5 * 60 * 1000,
} as const;
