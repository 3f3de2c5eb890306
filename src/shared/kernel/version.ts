/** The version shown to users (specification section 9). */
export const appVersion = 'v2.4';

/** The fixed tag of every audit entry (specification sections 3 and 9). */
export const versionTag = 'v2';
