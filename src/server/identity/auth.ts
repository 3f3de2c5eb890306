import { drizzleAdapter } from '@better-auth/drizzle-adapter/relations-v2';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { randomUUID } from 'node:crypto';
import { clubOfHost } from '#shared/clubs.ts';
import { now } from '../platform/clock.ts';
import type { Services } from '../platform/context.ts';
import { withHashedSessions } from './hashedSessions.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { mayEnter, recordSignIn } from './signIns.ts';
import { authAccount, authSession, authUser, authVerification } from './table.ts';

/** The one provider of federated sign-in that the settings describe. */
export const oidcProvider = 'oidc';

/** Sessions end after 7 days without use, and after 30 days in any case (see session_viewer in the database). */
export const sessionIdleSeconds = 7 * 24 * 60 * 60;

export type Auth = ReturnType<typeof createAuth>;

/** The name of the session cookie; over TLS it is bound to the very host. */
export function sessionCookieName(settings: Services['settings']): string {
  return `${settings.secure ? '__Host-' : ''}${settings.AUTH_KEY}.session`;
}

/**
 * The identity library with the house's rules. Its own HTTP routes stay closed but for the provider's callback;
 * everything else is called by the endpoints of this feature, which carry access, limits and problems.
 */
export function createAuth(services: Services, secret: string) {
  const { settings, database, log } = services;
  const hosts = [...settings.hosts.RWA, ...settings.hosts.SCB, ...settings.hosts.GSV];
  const schema = { user: authUser, account: authAccount, session: authSession, verification: authVerification };
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
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 1,
      maxPasswordLength: 1024,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      additionalFields: {
        firstname: { type: 'string', input: false, defaultValue: '' },
        lastname: { type: 'string', input: false, defaultValue: '' },
        club: { type: 'string', input: false, required: false },
      },
    },
    session: {
      expiresIn: sessionIdleSeconds,
      updateAge: 24 * 60 * 60,
      additionalFields: { confirmedAt: { type: 'date', input: false, required: false } },
    },
    account: { accountLinking: { enabled: true, trustedProviders: [oidcProvider] }, encryptOAuthTokens: true },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            if (!(await mayEnter(services, session.userId))) throw new APIError('FORBIDDEN');
            return { data: { ...session, confirmedAt: now() } };
          },
          after: (session) => recordSignIn(services, session.userId),
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
                club: user['club'] ?? clubOfHost(host, settings.hosts),
              },
            };
          },
        },
      },
    },
    advanced: {
      database: { generateId: () => randomUUID() },
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure, sameSite: 'lax', httpOnly: true, path: '/' },
      cookies: { session_token: { name: sessionCookieName(settings) } },
      cookiePrefix: settings.AUTH_KEY,
      // Our own check (platform/headers.ts) stands in front of every route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: ['x-client-network'] },
    },
    plugins:
      settings.OIDC_ISSUER && settings.OIDC_CLIENT_ID
        ? [federation(settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET)]
        : [],
    logger: { level: 'error', log: (level, message) => log.warn({ level }, `identity: ${message}`) },
    telemetry: { enabled: false },
  });
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
      },
    ],
  });
}

function fallbackUrl({ PUBLIC_URL, hosts, PORT }: Services['settings']): string {
  const { protocol, port } = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  return `${protocol}//${hosts.RWA[0]}${port ? `:${port}` : ''}`;
}
