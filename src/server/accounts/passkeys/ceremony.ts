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

/** The browser's response, and whether a passkey for all hosts was requested. */
export type Used = { response: UsedCredential; isForAllHosts: boolean };

type Options = { options: { [name: string]: unknown } };

const perNetwork = { free: 60, windowMs: 15 * 60_000 };

/** The WebAuthn options for creating a passkey. */
export async function creationOptions(context: Context, auth: Auth, isForAllHosts: boolean): Promise<Options> {
  const api = libraryFor(context, auth, isForAllHosts);
  const headers = libraryHeaders(context);
  const asked = await api.generatePasskeyRegistrationOptions({ headers, query: {}, returnHeaders: true });
  passCookies(context, asked.headers);
  return { options: { ...asked.response } };
}

/** The WebAuthn options for using a passkey: any of this host or of all hosts, or only the viewer's. */
export async function requestOptions(context: Context, auth: Auth, of: 'anybody' | 'viewer', isForAllHosts: boolean): Promise<Options> {
  const api = libraryFor(context, auth, isForAllHosts);
  await countTry(context.database, `passkey-begin:${context.network}`, perNetwork);
  const headers = libraryHeaders(context);
  // With a session cookie the library would list the passkeys of that account.
  if (of === 'anybody') headers.delete('cookie');
  const asked = await api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true });
  passCookies(context, asked.headers);
  return { options: { ...asked.response, userVerification: 'required' } };
}

/** Verifies a new credential; a challenge is valid once and only in the browser that requested it. */
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
export async function verifyPasskey(
  context: Context,
  auth: Auth,
  { response, isForAllHosts }: Used,
): Promise<{ userId: string } | undefined> {
  const api = libraryFor(context, auth, isForAllHosts);
  const headers = libraryHeaders(context);
  const { used } = await checkedBy(() => api.verifyPasskeyAuthentication({ headers, body: { response } }));
  if (!used) return undefined;
  // Of two concurrent uses of the same response one succeeds; devices without a counter always report 0.
  const rises = or(lt(passkey.counter, used.newCounter), and(eq(passkey.counter, 0), sql`${used.newCounter} = 0`));
  const [row] = await context.database.orm
    .update(passkey)
    .set({ counter: used.newCounter, lastUsedAt: now() })
    .where(and(eq(passkey.credentialID, used.credentialID), eq(passkey.host, used.rpID), rises))
    .returning({ userId: passkey.userId });
  return row;
}

/** The request's host in the form stored with a passkey: lower case, without port. */
export function hostOf({ headers }: Context): string {
  return (headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();
}

/**
 * The library instance for the requested kind of passkey. Passkeys for all hosts are offered on configured hosts only; a response is
 * checked against the host of the instance, so that a passkey of another host fails.
 */
function libraryFor(context: Context, { api, shared }: Auth, isForAllHosts: boolean): Auth['api'] {
  return isForAllHosts && shared && isConfigured(context) ? shared : api;
}

function isConfigured(context: Context): boolean {
  return Object.values(context.settings.hosts).flat().includes(hostOf(context));
}

/**
 * The library trusts the Origin header it is given, so it is set from the host instead of the request; on a host that is not configured it
 * gets the main club's origin, which no page there can have.
 */
function libraryHeaders(context: Context): Headers {
  const headers = identityHeaders(context);
  const host = isConfigured(context) ? context.headers.get('host') : context.settings.hosts.RWA[0];
  headers.set('origin', `${context.settings.secure ? 'https' : 'http'}://${host ?? ''}`);
  return headers;
}
