import type { Context } from '#server/platform/http/context.ts';

/** The headers passed to the identity library: cookie, host, user agent and origin, and the network address as determined by us. */
export function identityHeaders({ headers, network }: Context): Headers {
  const passed = new Headers({ 'x-client-network': network });
  for (const name of ['cookie', 'host', 'user-agent', 'origin']) {
    const value = headers.get(name);
    if (value) passed.set(name, value);
  }
  return passed;
}

/** Forwards the cookies that the identity library sets. */
export function passCookies(context: Context, headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) context.setHeader('set-cookie', cookies);
}
