/**
 * The name under which session data are stored in this browser, prefixed with the auth key (specification section 5:
 * not empty, no colon).
 */
export function storedName(authKey: string, what: string): string {
  if (authKey === '' || authKey.includes(':')) throw new Error('The auth key must be present and must not contain a colon.');
  return `${authKey}:${what}`;
}
