import { eq } from 'drizzle-orm';
import { sessionContract } from '#shared/accounts/identity.ts';
import { now } from '#server/platform/process/clock.ts';
import { everyClub, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTries, countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { appUser } from '../users/table.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { forgetLinks, passwordPurposes, personOfLink, postLink, useLink } from './mailLinks.ts';
import { postAddressNotice, postPasswordNotice } from './accountNotices.ts';
import { completeSignIn } from './passwordSignIn.ts';
import { checkNewPassword, storePassword } from './storedPassword.ts';
import { hashPassword } from './passwords.ts';
import { logSecurity } from './securityLog.ts';
import { renewToken } from './renewToken.ts';
import { endSessions } from './service.ts';
import { isMarkedBrowser } from './signUpBrowser.ts';
import { authUser } from './table.ts';
import { tryLimits } from './tryLimits.ts';

const os = implementing(sessionContract);
const ok = { ok: true } as const;

/** Endpoints behind links in mails: set a password, verify an address. */
export const mailLinksApi = (secret: string) => ({
  requestPasswordReset: os.requestPasswordReset.handler(async ({ context, input }) => {
    await countTries(context.database, [
      { key: `reset:${context.network}`, limit: tryLimits.signUp },
      { key: `reset:${secretHash(input.email)}`, limit: tryLimits.reset },
    ]);
    await context.database.write(everyClub, async ({ tx, changed }) => {
      const [user] = await tx.select().from(authUser).where(eq(authUser.email, input.email));
      if (user) await postLink(tx, context.settings, 'reset', { userId: user.id, email: user.email, club: user.club, back: input.back });
      // Queuing a mail writes a change notice; doing the same here keeps the response time equal for unknown addresses.
      else changed({ collection: 'mails', club: context.hostClub });
    });
    await logSecurity(context, 'reset-requested', { email: input.email });
    return ok;
  }),

  setPassword: os.setPassword.handler(async ({ context, input }) => {
    await countTry(context.database, `link:${context.network}`, tryLimits.link);
    await checkNewPassword(context, input.password, await context.database.read(everyClub, (tx) => personOfLink(tx, input.token)));
    const hash = await hashPassword(input.password);
    const userId = await context.database.write(everyClub, async (write) => {
      const link = await useLink(write.tx, input.token, passwordPurposes);
      await storePassword(write.tx, link.userId, hash);
      // The link came by mail, so the address is verified as well.
      const [user] = await write.tx
        .update(authUser)
        .set({ emailVerified: true, updatedAt: now() })
        .where(eq(authUser.id, link.userId))
        .returning();
      await forgetLinks(write.tx, link.userId);
      await endSessions(write, { id: link.userId, club: user?.club ?? context.hostClub });
      // An invited person has just chosen their first password.
      if (user && link.purpose === 'reset') await postPasswordNotice(write.tx, context.settings, user);
      return link.userId;
    });
    await logSecurity(context, 'password-reset', { userId });
    return ok;
  }),

  verifyEmail: os.verifyEmail.handler(async ({ context, input }) => {
    await countTry(context.database, `link:${context.network}`, tryLimits.link);
    const { userId, purpose, email } = await context.database.write(everyClub, async (write) => {
      const link = await useLink(write.tx, input.token, ['verify', 'changeEmail']);
      if (link.purpose === 'changeEmail') await changeAddress(write, context.settings, link);
      else await proveAddress(write.tx, context, link);
      return link;
    });
    const { viewer } = context;
    if (purpose === 'changeEmail' && viewer?.userId === userId) await renewToken(context, secret, viewer.sessionId);
    await logSecurity(context, purpose === 'changeEmail' ? 'email-changed' : 'email-verified', { userId });
    // The browser that signed up is signed in to the new account.
    if (purpose === 'verify' && email) await completeSignIn(context, secret, email);
    return ok;
  }),
});

type Link = Awaited<ReturnType<typeof useLink>>;

/** Completes a sign-up. In another browser the link is kept, so that it can be used to set a new password. */
async function proveAddress(tx: Transaction, context: Context, { userId, browserHash }: Link): Promise<void> {
  if (!isMarkedBrowser(context, browserHash)) throw new Problem('new-password-needed');
  await tx.update(authUser).set({ emailVerified: true, updatedAt: now() }).where(eq(authUser.id, userId));
}

/** Changes the address of an account: the owner is notified at both, links to the old address become invalid, other sessions end. */
async function changeAddress(write: Write, settings: Settings, { userId, email, sessionId }: Link): Promise<void> {
  if (!email) throw new Problem('invalid-link');
  const [taken] = await write.tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, email));
  if (taken) throw new Problem('email-already-in-use');
  const [before] = await write.tx.select().from(authUser).where(eq(authUser.id, userId)).for('update');
  if (!before) throw new Problem('invalid-link');
  await write.tx.update(appUser).set({ email, updatedAt: now() }).where(eq(appUser.id, userId));
  await write.tx.update(authUser).set({ email, emailVerified: true, updatedAt: now() }).where(eq(authUser.id, userId));
  await forgetLinks(write.tx, userId);
  await endSessions(write, before, sessionId ?? undefined);
  await postAddressNotice(write.tx, settings, { email, club: before.club }, before.email);
  const by = { name: before.name, userId };
  write.audit('profile.changeEmail', { club: before.club, id: userId, entity: 'users', by }, 'E-Mail-Adresse geändert');
  write.changed({ collection: 'users', club: before.club, entityId: userId });
}
