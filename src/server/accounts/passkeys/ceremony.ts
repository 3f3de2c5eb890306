import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { NewCredential, UsedCredential } from '#shared/accounts/passkeys.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Auth } from '../sessions/auth.ts';
import { identityHeaders, passCookies } from '../sessions/library.ts';
import { passkey } from './table.ts';
import { checkedBy } from './plugin.ts';

/** What a browser answers, and whether it was asked for a passkey of all hosts. */
export type Used = { response: UsedCredential; isForAllHosts: boolean };

type Options = { options: { [name: string]: unknown } };

const perNetwork = { free: 60, windowMs: 15 * 60_000 };

/** What the browser is asked when a passkey is to be made. */
export async function askForNew(context: Context, auth: Auth, isForAllHosts: boolean): Promise<Options> {
  const api = libraryFor(context, auth, isForAllHosts);
  const headers = libraryHeaders(context);
  const asked = await api.generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true });
  passCookies(context, asked.headers);
  return { options: { ...asked.response } };
}

/** What the browser is asked when a passkey is to be used: any one of this host or of all hosts, or one of the viewer's. */
export async function askForUse(context: Context, auth: Auth, of: 'anybody' | 'viewer', isForAllHosts: boolean): Promise<Options> {
  const api = libraryFor(context, auth, isForAllHosts);
  await countTry(context.database, `passkey-begin:${context.network}`, perNetwork);
  const headers = libraryHeaders(context);
  // For a session the library lists the passkeys of its account.
  if (of === 'anybody') headers.delete('cookie');
  const asked = await api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true });
  passCookies(context, asked.headers);
  return { options: { ...asked.response, userVerification: 'required' } };
}

/** Checks what the browser made; each challenge counts once, in the browser that asked for it. */
export async function checkNew(context: Context, auth: Auth, response: NewCredential, isForAllHosts: boolean) {
  const api = libraryFor(context, auth, isForAllHosts);
  const headers = libraryHeaders(context);
  const { made } = await checkedBy(() => api.verifyPasskeyRegistration({ headers, body: { response } }));
  if (!made) throw new Problem('passkey-refused');
  const { credential, credentialDeviceType, credentialBackedUp, aaguid, rpID } = made;
  return {
    userId: signedIn(context).userId,
    host: rpID ?? hostOf(context),
    credentialID: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64'),
    counter: credential.counter,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    transports: response.response.transports?.join(',') ?? '',
    aaguid,
  };
}

/** The account whose passkey the browser used; undefined when the passkey is unknown, or the answer invalid or expired. */
export async function takePasskey(
  context: Context,
  auth: Auth,
  { response, isForAllHosts }: Used,
): Promise<{ userId: string } | undefined> {
  const api = libraryFor(context, auth, isForAllHosts);
  const headers = libraryHeaders(context);
  const { used } = await checkedBy(() => api.verifyPasskeyAuthentication({ headers, body: { response } }));
  if (!used) return undefined;
  // Of two copies that come at once one is taken; devices that do not count always say 0.
  const rises = or(lt(passkey.counter, used.newCounter), and(eq(passkey.counter, 0), sql`${used.newCounter} = 0`));
  const [row] = await context.database.orm
    .update(passkey)
    .set({ counter: used.newCounter, lastUsedAt: now() })
    .where(and(eq(passkey.credentialID, used.credentialID), eq(passkey.host, used.rpID), rises))
    .returning({ userId: passkey.userId });
  return row;
}

/** The host of a request, as a passkey of it bears it. */
export function hostOf({ headers }: Context): string {
  return (headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();
}

/**
 * The library for the passkeys that the browser asks for. Those of all hosts are asked for on the configured ones alone, and each
 * answer is checked for the host that was asked: one of another host is none.
 */
function libraryFor(context: Context, { api, shared }: Auth, isForAllHosts: boolean): Auth['api'] {
  return isForAllHosts && shared && isConfigured(context) ? shared : api;
}

function isConfigured(context: Context): boolean {
  return Object.values(context.settings.hosts).flat().includes(hostOf(context));
}

/**
 * The library believes the origin that it is given: it gets that of the host, not the one that the request states, and on a host
 * that nobody configured one that no page there has.
 */
function libraryHeaders(context: Context): Headers {
  const headers = identityHeaders(context);
  const host = isConfigured(context) ? context.headers.get('host') : context.settings.hosts.RWA[0];
  headers.set('origin', `${context.settings.secure ? 'https' : 'http'}://${host ?? ''}`);
  return headers;
}
