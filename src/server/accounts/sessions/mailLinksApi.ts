import { eq } from 'drizzle-orm';
import { sessionContract } from '#shared/accounts/identity.ts';
import { now } from '#server/platform/process/clock.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTries, countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { appUser } from '../users/table.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { forgetLinks, personOfLink, postLink, useLink } from './mailLinks.ts';
import { postPasswordNotice } from './passwordNotice.ts';
import { checkNewPassword, storePassword } from './storedPassword.ts';
import { hashPassword } from './passwords.ts';
import { logSecurity } from './securityLog.ts';
import { endSessions } from './service.ts';
import { authUser } from './table.ts';
import { tryLimits } from './tryLimits.ts';

const os = implementing(sessionContract);
const ok = { ok: true } as const;

/** What a link in a mail does: a new password, or a proved address. */
export const mailLinksApi = {
  requestPasswordReset: os.requestPasswordReset.handler(async ({ context, input }) => {
    await countTries(context.database, [
      { key: `reset:${context.network}`, limit: tryLimits.signUp },
      { key: `reset:${secretHash(input.email)}`, limit: tryLimits.reset },
    ]);
    await context.database.write(everyClub, async ({ tx, changed }) => {
      const [user] = await tx.select().from(authUser).where(eq(authUser.email, input.email));
      if (user) await postLink(tx, context.settings, 'reset', { userId: user.id, email: user.email, club: user.club, back: input.back });
      // The notice of a mail takes a moment, by which an unknown address must not be told apart.
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
      // Whoever was invited has just chosen the first one.
      if (user && link.purpose === 'reset') await postPasswordNotice(write.tx, context.settings, user);
      return link.userId;
    });
    await logSecurity(context, 'password-reset', { userId });
    return ok;
  }),

  verifyEmail: os.verifyEmail.handler(async ({ context, input }) => {
    await countTry(context.database, `link:${context.network}`, tryLimits.link);
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
};
