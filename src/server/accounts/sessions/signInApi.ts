import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { sessionContract } from '#shared/accounts/identity.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTries } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { appUser } from '../users/table.ts';
import { readUser } from '../users/service.ts';
import { oidcProvider, type Auth } from './auth.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { identityHeaders, passCookies } from './library.ts';
import { checkNewPassword } from './storedPassword.ts';
import { signInWithPassword } from './passwordSignIn.ts';
import { logSecurity } from './securityLog.ts';
import { startGracePeriod } from '../factors/service.ts';
import { ensureUser } from './signIns.ts';
import { signUp } from './signUp.ts';
import { authSession } from './table.ts';
import { tryLimits } from './tryLimits.ts';

const os = implementing(sessionContract);
const ok = { ok: true } as const;

/** Endpoints of sign-up, sign-in and sign-out, here and through a provider. */
export const signInApi = (auth: Auth, secret: string) => ({ ...signingIn(secret), ...withLibrary(auth), federate: federating(auth) });

const signingIn = (secret: string) => ({
  signUp: os.signUp.handler(async ({ context, input }) => {
    try {
      await countTries(context.database, [
        { key: `sign-up:${context.network}`, limit: tryLimits.signUp },
        { key: `sign-up:${secretHash(input.email)}`, limit: tryLimits.reset },
      ]);
      await checkNewPassword(context, input.password, input);
    } catch (error) {
      await logSecurity(context, 'sign-up-refused', { email: input.email, detail: error instanceof Problem ? error.code : undefined });
      throw error;
    }
    await signUp(context, input);
    return ok;
  }),

  signIn: os.signIn.handler(async ({ context, input }) => {
    const outcome = await signInWithPassword(context, secret, input);
    return outcome === 'in' ? ok : { ...ok, needsCode: true as const, ...outcome };
  }),
});

/** Endpoints that use the identity library with its own cookies. */
const withLibrary = (auth: Auth) => ({
  start: os.start.handler(async ({ context }) => {
    const viewer = signedIn(context);
    // Extends the session and renews its cookie, at most once a day.
    const { headers } = await auth.api.getSession({ headers: identityHeaders(context), returnHeaders: true });
    passCookies(context, headers);
    return context.write(async (write) => {
      await ensureUser(write, viewer.userId);
      await startGracePeriod(write.tx, viewer.userId);
      const [row] = await write.tx.select({ logins: appUser.logins }).from(appUser).where(eq(appUser.id, viewer.userId)).for('update');
      await write.tx
        .update(appUser)
        .set({ logins: (row?.logins ?? 0) + 1, lastLogin: now() })
        .where(eq(appUser.id, viewer.userId));
      write.changed({ collection: 'users', club: viewer.club, entityId: viewer.userId });
      const user = await readUser(write.tx, viewer.userId);
      if (!user) throw new Problem('unauthenticated');
      return user;
    });
  }),

  signOut: os.signOut.handler(async ({ context }) => {
    const { headers } = await auth.api.signOut({ headers: identityHeaders(context), returnHeaders: true });
    passCookies(context, headers);
    const { viewer } = context;
    if (viewer) {
      await context.write(async ({ tx, changed }) => {
        await tx.delete(authSession).where(eq(authSession.id, viewer.sessionId));
        changed({ collection: 'sessions', club: viewer.club, entityId: viewer.userId });
      });
      await logSecurity(context, 'sign-out', { userId: viewer.userId });
    }
    return ok;
  }),
});

const federating = (auth: Auth) =>
  os.federate.handler(async ({ context, input }) => {
    if (!context.settings.OIDC_ISSUER) throw new Problem('not-found');
    // Identifies the attempt, so that the page recognizes its own when another tab signs in at the same time.
    const attempt = randomUUID();
    const back = `${originOf(context)}/signed-in.html?${new URLSearchParams({ key: context.settings.AUTH_KEY, mode: input.mode, attempt })}`;
    const { api } = await auth.federated();
    const { headers, response } = await api.signInSocial({
      body: {
        provider: oidcProvider,
        callbackURL: back,
        errorCallbackURL: `${back}&failed=1`,
        disableRedirect: true,
        // With max_age the provider must report when the person authenticated (auth_time); only that makes the session fresh.
        additionalParams: {
          ...(input.again && { prompt: 'login', max_age: '0' }),
          ...(context.settings.OIDC_ACR.length > 0 && { acr_values: context.settings.OIDC_ACR.join(' ') }),
        },
      },
      headers: identityHeaders(context),
      returnHeaders: true,
    });
    passCookies(context, headers);
    if (!('url' in response) || !response.url) throw new Problem('unavailable');
    return { url: response.url, attempt };
  });

/** The origin of the request on a configured host; otherwise the site of the host's club. */
function originOf({ headers, settings, hostClub }: Context): string {
  const host = headers.get('host') ?? '';
  const isKnown = Object.values(settings.hosts).flat().includes(host.replace(/:\d+$/, '').toLowerCase());
  return isKnown ? `${settings.secure ? 'https' : 'http'}://${host}` : siteOf(settings, hostClub);
}
