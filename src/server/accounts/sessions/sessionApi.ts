import { and, desc, eq, gt } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { sessionContract } from '#shared/accounts/identity.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTries, countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { appUser } from '../users/table.ts';
import { readUser } from '../users/service.ts';
import { oidcProvider, type Auth } from './auth.ts';
import { secretHash } from './hashedSessions.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { forgetLinks, postLink, useLink } from './mailLinks.ts';
import { checkNewPassword, provePassword, storePassword } from './storedPassword.ts';
import { hashPassword } from './passwords.ts';
import { signInWithPassword } from './passwordSignIn.ts';
import { logSecurity } from './securityLog.ts';
import { endSessions } from './service.ts';
import { ensureUser } from './signIns.ts';
import { signUp } from './signUp.ts';
import { authSession, authUser } from './table.ts';
import { issueToken } from './tokens.ts';

const minuteMs = 60_000;
const limits = {
  signUp: { free: 20, windowMs: 60 * minuteMs },
  reset: { free: 5, windowMs: 60 * minuteMs },
  link: { free: 60, windowMs: 15 * minuteMs },
} as const;

const os = implementing(sessionContract);
const ok = { ok: true } as const;

/** Sign-up, sign-in and everything about sessions. */
export function sessionApi(auth: Auth, secret: string) {
  return os.router({
    read: os.read.handler(async ({ context }) => {
      const { viewer } = context;
      return { user: viewer ? ((await context.read((tx) => readUser(tx, viewer.userId))) ?? null) : null };
    }),

    start: os.start.handler(async ({ context }) => {
      const viewer = signedIn(context);
      // Lets the session live on and renews its cookie, at most once a day.
      const { headers } = await auth.api.getSession({ headers: identityHeaders(context), returnHeaders: true });
      passCookies(context, headers);
      return context.write(async (write) => {
        await ensureUser(write, viewer.userId);
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

    signUp: os.signUp.handler(async ({ context, input }) => {
      try {
        await countTries(context.database, [
          { key: `sign-up:${context.network}`, limit: limits.signUp },
          { key: `sign-up:${secretHash(input.email)}`, limit: limits.reset },
        ]);
        await checkNewPassword(input.password, context.settings);
      } catch (error) {
        await logSecurity(context, 'sign-up-refused', { email: input.email, detail: error instanceof Problem ? error.code : undefined });
        throw error;
      }
      await signUp(context, input);
      return ok;
    }),

    signIn: os.signIn.handler(async ({ context, input }) => {
      await signInWithPassword(context, secret, input);
      return ok;
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

    federate: os.federate.handler(async ({ context, input }) => {
      if (!context.settings.OIDC_ISSUER) throw new Problem('not-found');
      // The page that asked knows its own attempt again, also beside another tab that signs in at the same moment.
      const attempt = randomUUID();
      const back = `${originOf(context)}/signed-in.html?${new URLSearchParams({ key: context.settings.AUTH_KEY, mode: input.mode, attempt })}`;
      const { api } = await auth.federated();
      const { headers, response } = await api.signInSocial({
        body: {
          provider: oidcProvider,
          callbackURL: back,
          errorCallbackURL: `${back}&failed=1`,
          disableRedirect: true,
          // With max_age the provider has to say when it asked (auth_time), and only that makes the session fresh.
          ...(input.again && { additionalParams: { prompt: 'login', max_age: '0' } }),
        },
        headers: identityHeaders(context),
        returnHeaders: true,
      });
      passCookies(context, headers);
      if (!('url' in response) || !response.url) throw new Problem('unavailable');
      return { url: response.url, attempt };
    }),

    requestPasswordReset: os.requestPasswordReset.handler(async ({ context, input }) => {
      await countTries(context.database, [
        { key: `reset:${context.network}`, limit: limits.signUp },
        { key: `reset:${secretHash(input.email)}`, limit: limits.reset },
      ]);
      await context.database.write(everyClub, async ({ tx, changed }) => {
        const [user] = await tx.select().from(authUser).where(eq(authUser.email, input.email));
        if (user) await postLink(tx, context.settings, 'reset', { userId: user.id, email: user.email, club: user.club });
        // The notice of a mail takes a moment, by which an unknown address must not be told apart.
        else changed({ collection: 'mails', club: context.hostClub });
      });
      await logSecurity(context, 'reset-requested', { email: input.email });
      return ok;
    }),

    setPassword: os.setPassword.handler(async ({ context, input }) => {
      await countTry(context.database, `link:${context.network}`, limits.link);
      await checkNewPassword(input.password, context.settings);
      const hash = await hashPassword(input.password);
      const userId = await context.database.write(everyClub, async (write) => {
        const link = await useLink(write.tx, input.token, ['reset', 'invite']);
        await storePassword(write.tx, link.userId, hash);
        // Whoever holds the link has read the mail, so the address is proved as well.
        const [user] = await write.tx
          .update(authUser)
          .set({ emailVerified: true, updatedAt: now() })
          .where(eq(authUser.id, link.userId))
          .returning();
        await forgetLinks(write.tx, link.userId);
        await endSessions(write, { id: link.userId, club: user?.club ?? context.hostClub });
        return link.userId;
      });
      await logSecurity(context, 'password-reset', { userId });
      return ok;
    }),

    verifyEmail: os.verifyEmail.handler(async ({ context, input }) => {
      await countTry(context.database, `link:${context.network}`, limits.link);
      const { userId, purpose } = await context.database.write(everyClub, async (write) => {
        const link = await useLink(write.tx, input.token, ['verify', 'changeEmail']);
        const email = link.purpose === 'changeEmail' ? link.email : null;
        if (email) {
          const [taken] = await write.tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, email));
          if (taken) throw new Problem('email-already-in-use');
          await write.tx.update(appUser).set({ email, updatedAt: now() }).where(eq(appUser.id, link.userId));
        }
        const [user] = await write.tx
          .update(authUser)
          .set({ emailVerified: true, updatedAt: now(), ...(email && { email }) })
          .where(eq(authUser.id, link.userId))
          .returning();
        if (email && user) {
          // Links that were sent to the old address open nothing any more.
          await forgetLinks(write.tx, user.id);
          write.audit(
            'profile.changeEmail',
            { club: user.club, id: user.id, entity: 'users', by: { name: user.name, userId: user.id } },
            'E-Mail-Adresse geändert',
          );
          write.changed({ collection: 'users', club: user.club, entityId: user.id });
        }
        return link;
      });
      await logSecurity(context, purpose === 'changeEmail' ? 'email-changed' : 'email-verified', { userId });
      return ok;
    }),

    confirmPassword: os.confirmPassword.handler(async ({ context, input }) => {
      const viewer = signedIn(context);
      await provePassword(context, viewer.userId, input.password, 'password');
      await context.database.orm.update(authSession).set({ confirmedAt: now() }).where(eq(authSession.id, viewer.sessionId));
      return ok;
    }),

    changePassword: os.changePassword.handler(async ({ context, input }) => {
      const viewer = signedIn(context);
      await provePassword(context, viewer.userId, input.currentPassword, 'currentPassword');
      await checkNewPassword(input.password, context.settings);
      const hash = await hashPassword(input.password);
      await context.write(async (write) => {
        await storePassword(write.tx, viewer.userId, hash);
        await forgetLinks(write.tx, viewer.userId);
        await endSessions(write, { id: viewer.userId, club: viewer.club }, viewer.sessionId);
        write.audit('session.changePassword', { club: viewer.club, id: viewer.userId, entity: 'users' }, 'Eigenes Passwort geändert');
      });
      await logSecurity(context, 'password-changed', { userId: viewer.userId });
      return ok;
    }),

    list: os.list.handler(({ context }) => listSessions(context)),

    revoke: os.revoke.handler(async ({ context, input }) => {
      const viewer = signedIn(context);
      return context.write(async ({ tx, changed }) => {
        const ended = await tx
          .delete(authSession)
          .where(and(eq(authSession.id, input.id), eq(authSession.userId, viewer.userId)))
          .returning({ id: authSession.id });
        if (ended.length === 0) throw new Problem('not-found');
        changed({ collection: 'sessions', club: viewer.club, entityId: viewer.userId });
        return ok;
      });
    }),

    token: os.token.handler(({ context }) => issueToken(signedIn(context).userId, secret)),
  });
}

/** The living sessions of the one who asks, the latest first. */
export async function listSessions(context: Context) {
  const viewer = signedIn(context);
  const rows = await context.database.orm
    .select()
    .from(authSession)
    .where(and(eq(authSession.userId, viewer.userId), gt(authSession.expiresAt, now())))
    .orderBy(desc(authSession.updatedAt))
    .limit(100);
  return rows.map((row) => ({
    id: row.id,
    device: row.userAgent ?? '',
    network: row.ipAddress ?? '',
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    isCurrent: row.id === viewer.sessionId,
  }));
}

/** The headers that the identity library may see: cookie, host and browser, and the network address as we know it. */
function identityHeaders({ headers, network }: Context): Headers {
  const passed = new Headers({ 'x-client-network': network });
  for (const name of ['cookie', 'host', 'user-agent', 'origin']) {
    const value = headers.get(name);
    if (value) passed.set(name, value);
  }
  return passed;
}

function passCookies(context: Context, headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) context.setHeader('set-cookie', cookies);
}

/** A configured host keeps its own address; any other gets the first club's. */
function originOf({ headers, settings, hostClub }: Context): string {
  const host = headers.get('host') ?? '';
  const isKnown = Object.values(settings.hosts).flat().includes(host.replace(/:\d+$/, '').toLowerCase());
  return isKnown ? `${settings.secure ? 'https' : 'http'}://${host}` : siteOf(settings, hostClub);
}
