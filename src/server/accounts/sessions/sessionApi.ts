import { and, desc, eq, gt } from 'drizzle-orm';
import { sessionContract } from '#shared/accounts/identity.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readUser } from '../users/service.ts';
import type { Auth } from './auth.ts';
import { forgetLinks } from './mailLinks.ts';
import { checkNewPassword, provePassword, storePassword } from './storedPassword.ts';
import { hashPassword } from './passwords.ts';
import { logSecurity } from './securityLog.ts';
import { endSessions } from './service.ts';
import { postPasswordNotice } from './accountNotices.ts';
import { proveSession, renewToken } from './renewToken.ts';
import { authSession } from './table.ts';
import { mailLinksApi } from './mailLinksApi.ts';
import { signInApi } from './signInApi.ts';
import { issueToken } from './tokens.ts';

const os = implementing(sessionContract);
const ok = { ok: true } as const;

/** Endpoints of sign-up, sign-in and sessions. */
export const sessionApi = (auth: Auth, secret: string) =>
  os.router({
    ...signInApi(auth, secret),
    ...mailLinksApi(secret),
    ...passwords(secret),
    ...sessions,
    token: os.token.handler(({ context }) => {
      const viewer = signedIn(context);
      // The storage routes check the role of the token themselves, so the second factor is enforced here.
      if (viewer.isFactorDue) throw new Problem('second-factor-required');
      return issueToken(viewer, secret);
    }),
  });

/** Endpoints of the viewer's password. */
const passwords = (secret: string) => ({
  confirmPassword: os.confirmPassword.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    await provePassword(context, viewer.userId, input.password, 'password');
    await proveSession(context, secret, viewer.sessionId);
    return ok;
  }),

  changePassword: os.changePassword.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    await provePassword(context, viewer.userId, input.currentPassword, 'currentPassword');
    const user = await context.read((tx) => readUser(tx, viewer.userId));
    const { firstname = '', lastname = '' } = user ?? {};
    await checkNewPassword(context, input.password, { firstname, lastname, email: viewer.email, role: viewer.role });
    const hash = await hashPassword(input.password);
    await context.write(async (write) => {
      await storePassword(write.tx, viewer.userId, hash);
      await forgetLinks(write.tx, viewer.userId);
      await endSessions(write, { id: viewer.userId, club: viewer.club }, viewer.sessionId);
      await postPasswordNotice(write.tx, context.settings, viewer);
      write.audit('session.changePassword', { club: viewer.club, id: viewer.userId, entity: 'users' }, 'Eigenes Passwort geändert');
    });
    await renewToken(context, secret, viewer.sessionId);
    await logSecurity(context, 'password-changed', { userId: viewer.userId });
    return ok;
  }),
});

/** Endpoints of the viewer's sessions. */
const sessions = {
  read: os.read.handler(async ({ context }) => {
    const { viewer } = context;
    return { user: viewer ? ((await context.read((tx) => readUser(tx, viewer.userId))) ?? null) : null };
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
};

/** The caller's active sessions, latest first. */
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
