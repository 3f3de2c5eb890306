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
import { provedIn, type Proved } from '../federation/idToken.ts';
import { logSecurity } from './securityLog.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { sessionCookieName, sessionIdleSeconds } from './sessionCookie.ts';
import { mayEnter, recordSignIn } from './signIns.ts';
import { authAccount, authSession, authUser, authVerification } from './table.ts';

/** The one provider of federated sign-in that the settings describe. */
export const oidcProvider = 'oidc';

/** The target when an answer of the provider belongs to no sign-in that was begun here. */
export const lostAnswerPage = '/signed-in.html?failed=1';

const discoveryTimeoutMs = 10_000;

/**
 * What the provider's answer says about the sign-in that it belongs to. The callback opens one; the library has no other
 * way from a claim to the session that is made of it.
 */
export const providerAnswer = new AsyncLocalStorage<Partial<Proved> & { challenged?: string }>();

type Library = ReturnType<typeof openLibrary>;

/** The identity library: one face for passwords and sessions, one for the provider of federated sign-in. */
export type Auth = {
  api: Library['api'];
  /** The same for passkeys that all hosts of the installation share; undefined where each host has its own. */
  shared: Library['api'] | undefined;
  /** Refused as unavailable while the provider cannot be reached; the next call asks it again. */
  federated(): Promise<Library>;
  /** Writes a federated sign-in that failed to the security log. */
  logRefusal(network: string, requestId: string, detail: string): Promise<void>;
};

/**
 * The identity library with the house's rules. Its own HTTP routes stay closed but for the provider's callback;
 * everything else is called by the endpoints of this feature, which carry access, limits and problems.
 *
 * The library asks the provider for its addresses once, when it is opened, and everything waits for the answer. So the
 * provider has an opening of its own, at the first federated sign-in: a provider that is down stops nobody else.
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
  // The library goes on without a provider that did not answer; this one must not be kept.
  if (!provider) throw new Problem('unavailable');
  const read = provider.getUserInfo.bind(provider);
  provider.getUserInfo = async (tokens) => {
    const person = await read(tokens);
    const answer = providerAnswer.getStore();
    if (person && answer) Object.assign(answer, provedIn(tokens.idToken, { acr: OIDC_ACR, amr: OIDC_AMR }));
    return person;
  };
  return library;
}

function openLibrary(services: Services, secret: string, plugins: ReturnType<typeof federation>[], passkeyHost?: string) {
  const { settings, database, log } = services;
  const hosts = [...settings.hosts.RWA, ...settings.hosts.SCB, ...settings.hosts.GSV];
  const schema = { user: authUser, account: authAccount, session: authSession, verification: authVerification, passkey };
  return betterAuth({
    appName: 'Vereinsportal',
    secret,
    basePath: '/api/auth',
    // Links and redirects are built for configured hosts only, whatever the Host header says.
    baseURL: {
      allowedHosts: hosts.flatMap((host) => [host, `${host}:*`]),
      protocol: settings.secure ? 'https' : 'http',
      fallback: fallbackUrl(settings),
    },
    trustedOrigins: hosts.flatMap((host) => [`http://${host}:*`, `https://${host}:*`, `http://${host}`, `https://${host}`]),
    database: withHashedSessions(drizzleAdapter(database.orm, { provider: 'pg', schema, transaction: true })),
    user: {
      additionalFields: {
        // The two that a provider may fill in.
        firstname: { type: 'string', required: false, defaultValue: '' },
        lastname: { type: 'string', required: false, defaultValue: '' },
        club: { type: 'string', input: false, required: false },
      },
    },
    session: {
      expiresIn: sessionIdleSeconds,
      updateAge: 24 * 60 * 60,
      // Whether a session is fresh is our own question (platform/http/serving.ts).
      freshAge: 0,
      additionalFields: {
        confirmedAt: { type: 'date', input: false, required: false },
        factorProvedAt: { type: 'date', input: false, required: false },
      },
    },
    // An account is found by a mail address only where both sides have proved it; no provider is trusted beyond that.
    account: { accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true }, encryptOAuthTokens: true },
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
      // Our own check (platform/headers.ts) stands in front of every route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: ['x-client-network'] },
    },
    plugins: [passkeys(passkeyHost), ...plugins],
    logger: { level: 'error', log: (level, message) => log.warn({ level }, `identity: ${message}`) },
    telemetry: { enabled: false },
  });
}

/** Hooks around the rows that the library makes: who may enter, what a sign-in records, the club of an account. */
function hooksOf(services: Services): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    session: {
      create: {
        before: async (session) => {
          if (!(await mayEnter(services, session.userId))) throw new APIError('FORBIDDEN', { code: 'account_disabled' });
          const answer = providerAnswer.getStore();
          if (answer && !answer.factorProvedAt && (await hasFactor(services.database, session.userId))) {
            // The provider asked for one factor only: the callback goes on to the code.
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
          // An address that the provider has not proved counts as none, and without one nobody gets in: it would be
          // taken from its owner, who may register later.
          ...(profile['email_verified'] !== true && { email: null }),
        }),
      },
    ],
  });
}

/** A name as the provider gives it, cut to what our own forms take. */
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

/** The library's cookies of a few minutes: of a passkey's question, and of the way to the provider and back. */
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
