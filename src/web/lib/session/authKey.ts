/** Name under which something of the sign-in is kept in this browser; the auth key comes first (specification section 5: present, no colon). */
export function storedName(authKey: string, what: string): string {
  if (authKey === '' || authKey.includes(':')) throw new Error('The auth key must be present and must not contain a colon.');
  return `${authKey}:${what}`;
}
