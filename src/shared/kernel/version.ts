/** The version that people see (specification section 9). */
export const appVersion = 'v2.4';

/** The fixed tag in every audit entry (specification sections 3 and 9). */
export const versionTag = 'v2';
