import { drizzleAdapter } from '@better-auth/drizzle-adapter/relations-v2';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { clubOfHost } from '#shared/kernel/clubs.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { hasFactor } from '../factors/challenge.ts';
import { passkeys } from '../passkeys/plugin.ts';
import { passkey } from '../passkeys/table.ts';
import { withHashedSessions } from './hashedSessions.ts';
import { provedIn, subjectOf, type Proved } from '../federation/idToken.ts';
import { logSecurity } from './securityLog.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { sessionCookieName, sessionIdleSeconds } from './sessionCookie.ts';
import { mayEnter, recordSignIn } from './signIns.ts';
import { authAccount, authSession, authUser, authVerification } from './table.ts';

/** The id of the single federated sign-in provider, which the settings describe. */
export const oidcProvider = 'oidc';

/** The redirect target if the provider's response matches no sign-in that was started here. */
export const lostAnswerPage = '/signed-in.html?failed=1';

const discoveryTimeoutMs = 10_000;

/**
 * What the provider's response states about the current sign-in. The callback opens a store; the library offers no other way to pass a
 * claim on to the session that it creates.
 */
export const providerAnswer = new AsyncLocalStorage<Partial<Proved> & { challenged?: string }>();

type Library = ReturnType<typeof openLibrary>;

/** The identity library: one instance for passwords and sessions, one for the federated sign-in provider. */
export type Auth = {
  api: Library['api'];
  /** The instance for passkeys shared by all hosts of the installation; undefined if each host has its own. */
  shared: Library['api'] | undefined;
  /** Fails with `unavailable` while the provider cannot be reached; the next call tries again. */
  federated(): Promise<Library>;
  /** Writes a failed federated sign-in to the security log. */
  logRefusal(network: string, requestId: string, detail: string): Promise<void>;
};

/**
 * Configures the identity library. Its own HTTP routes are closed except for the provider's callback; everything else is called by the
 * endpoints of this wing, which enforce access, limits and problems.
 *
 * The library fetches the provider's metadata once, when it is created, and every call waits for that. Therefore the provider has its own
 * instance, created at the first federated sign-in: a provider that is down blocks nobody else.
 */
export function createAuth(services: Services, secret: string): Auth {
  let opened: Promise<Library> | undefined;
  const { PASSKEY_HOST } = services.settings;
  return {
    api: openLibrary(services, secret, []).api,
    shared: PASSKEY_HOST ? openLibrary(services, secret, [], PASSKEY_HOST).api : undefined,
    federated: () => {
      opened ??= openFederated(services, secret).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    logRefusal: (network, requestId, detail) => logSecurity({ ...services, network, requestId }, 'sign-in-refused', { detail }),
  };
}

async function openFederated(services: Services, secret: string): Promise<Library> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ACR, OIDC_AMR } = services.settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) throw new Problem('not-found');
  const library = openLibrary(services, secret, [federation(OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET)]);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Problem('unavailable')), discoveryTimeoutMs);
  const { socialProviders } = await Promise.race([library.$context, late]).finally(() => clearTimeout(timer));
  const provider = socialProviders.find(({ id }) => id === oidcProvider);
  // The library continues without a provider that did not answer; such an instance must not be kept.
  if (!provider) throw new Problem('unavailable');
  if (provider.issuer && trimmed(provider.issuer) !== trimmed(OIDC_ISSUER)) {
    services.log.error({ configured: OIDC_ISSUER, named: provider.issuer }, 'the provider names another issuer than OIDC_ISSUER');
    throw new Problem('unavailable');
  }
  const read = provider.getUserInfo.bind(provider);
  provider.getUserInfo = async (tokens) => {
    const person = await read(tokens);
    // The library also admits without an id token, and does not compare whom the two answers of the provider name.
    if (!person || (person.data as { sub?: unknown }).sub !== subjectOf(tokens.idToken)) return null;
    const answer = providerAnswer.getStore();
    if (answer) Object.assign(answer, provedIn(tokens.idToken, { acr: OIDC_ACR, amr: OIDC_AMR }));
    return person;
  };
  return library;
}

/** An issuer without the slash that some providers write at its end. */
const trimmed = (issuer: string) => issuer.replace(/\/$/, '');

function openLibrary(services: Services, secret: string, plugins: ReturnType<typeof federation>[], passkeyHost?: string) {
  const { settings, database, log } = services;
  const hosts = [...settings.hosts.RWA, ...settings.hosts.SCB, ...settings.hosts.GSV];
  const schema = { user: authUser, account: authAccount, session: authSession, verification: authVerification, passkey };
  return betterAuth({
    appName: 'Vereinsportal',
    secret,
    basePath: '/api/auth',
    // Links and redirects are only built for configured hosts, regardless of the Host header.
    baseURL: {
      allowedHosts: hosts.flatMap((host) => [host, `${host}:*`]),
      protocol: settings.secure ? 'https' : 'http',
      fallback: fallbackUrl(settings),
    },
    trustedOrigins: hosts.flatMap((host) => [`http://${host}:*`, `https://${host}:*`, `http://${host}`, `https://${host}`]),
    database: withHashedSessions(drizzleAdapter(database.orm, { provider: 'pg', schema, transaction: true })),
    user: {
      additionalFields: {
        // The provider may fill in these two.
        firstname: { type: 'string', required: false, defaultValue: '' },
        lastname: { type: 'string', required: false, defaultValue: '' },
        club: { type: 'string', input: false, required: false },
      },
    },
    session: {
      expiresIn: sessionIdleSeconds,
      updateAge: 24 * 60 * 60,
      // Freshness of a session is checked by platform/http/serving.ts.
      freshAge: 0,
      additionalFields: {
        confirmedAt: { type: 'date', input: false, required: false },
        factorProvedAt: { type: 'date', input: false, required: false },
      },
    },
    // Accounts are linked by e-mail address only if both sides have verified it; no provider is trusted beyond that.
    account: { accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true } },
    onAPIError: { errorURL: lostAnswerPage },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    databaseHooks: hooksOf(services),
    advanced: {
      database: { generateId: () => randomUUID() },
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure, sameSite: 'lax', httpOnly: true, path: '/' },
      cookies: cookiesOf(settings),
      cookiePrefix: settings.AUTH_KEY,
      // Our own check (platform/http/headers.ts) runs before every route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: ['x-client-network'] },
    },
    plugins: [passkeys(passkeyHost), ...plugins],
    logger: { level: 'error', log: (level, message) => log.warn({ level }, `identity: ${message}`) },
    telemetry: { enabled: false },
  });
}

/** The tokens of the provider are read once and kept nowhere: nothing is asked of it later. */
const withoutTokens = async (account: object) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } });

/** Hooks around rows that the library creates: refuse disabled accounts, record sign-ins, set the club of an account. */
function hooksOf(services: Services): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    session: {
      create: {
        before: async (session) => {
          if (!(await mayEnter(services, session.userId))) throw new APIError('FORBIDDEN', { code: 'account_disabled' });
          const answer = providerAnswer.getStore();
          if (answer && !answer.factorProvedAt && (await hasFactor(services.database, session.userId))) {
            // The provider checked one factor only: the callback continues with the code.
            answer.challenged = session.userId;
            throw new APIError('FORBIDDEN', { code: 'second_factor' });
          }
          return { data: { ...session, confirmedAt: answer?.provedAt ?? null, factorProvedAt: answer?.factorProvedAt ?? null } };
        },
        after: async (session) => {
          await recordSignIn(services, session.userId);
          await logSecurity({ ...services, network: session.ipAddress ?? '' }, 'sign-in', {
            userId: session.userId,
            detail: oidcProvider,
          });
        },
      },
    },
    account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    user: {
      create: {
        before: async (user, context) => {
          const host = context?.request ? new URL(context.request.url).host : (context?.headers?.get('host') ?? '');
          const [firstname = '', ...rest] = user.name.split(' ');
          return {
            data: {
              ...user,
              firstname: user['firstname'] || firstname,
              lastname: user['lastname'] || rest.join(' '),
              club: user['club'] ?? clubOfHost(host, services.settings.hosts),
            },
          };
        },
      },
    },
  };
}

function federation(issuer: string, clientId: string, clientSecret: string | undefined) {
  return genericOAuth({
    config: [
      {
        providerId: oidcProvider,
        discoveryUrl: new URL('.well-known/openid-configuration', issuer.endsWith('/') ? issuer : `${issuer}/`).href,
        clientId,
        clientSecret,
        scopes: ['openid', 'profile', 'email'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          firstname: textOf(profile['given_name']),
          lastname: textOf(profile['family_name']),
          // An address that the provider has not verified is ignored, and without an address nobody is admitted: otherwise it would be
          // taken from its owner, who may register later.
          ...(profile['email_verified'] !== true && { email: null }),
        }),
      },
    ],
  });
}

/** A name claim of the provider, limited to what our own forms accept. */
function textOf(claim: unknown): string {
  return typeof claim === 'string'
    ? claim
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, 80)
    : '';
}

function fallbackUrl({ PUBLIC_URL, hosts, PORT }: Services['settings']): string {
  const { protocol, port } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  return `${protocol}//${hosts.RWA[0]}${port ? `:${port}` : ''}`;
}

/** The library's short-lived cookies: the passkey challenge, and the state of a federated sign-in. */
const shortLived = [
  ['better-auth-passkey', 'passkey'],
  ['state', 'state'],
  ['oauth_state', 'oauth_state'],
  ['account_data', 'account_data'],
  ['dont_remember', 'dont_remember'],
] as const;

function cookiesOf(settings: Settings) {
  const prefix = `${settings.secure ? '__Host-' : ''}${settings.AUTH_KEY}`;
  const short = shortLived.map(([key, name]) => [key, { name: `${prefix}.${name}` }]);
  return { ...Object.fromEntries(short), session_token: { name: sessionCookieName(settings) } };
}
