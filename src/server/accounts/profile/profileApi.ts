import { desc, eq } from 'drizzle-orm';
import { profileContract, type OwnFile } from '#shared/accounts/identity.ts';
import { accountName } from '#shared/kernel/user.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { audit } from '#server/platform/database/auditTables.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { refuseIfLast, lockUser, readUser } from '../users/service.ts';
import { appUser } from '../users/table.ts';
import { makeLink, postLink, unprovedAddress } from '../sessions/mailLinks.ts';
import { passwordHash } from '../sessions/storedPassword.ts';
import { deleteAccount } from '../sessions/service.ts';
import { listSessions } from '../sessions/sessionApi.ts';
import { authUser } from '../sessions/table.ts';

const os = implementing(profileContract);
const ok = { ok: true } as const;

/** Collects everything stored about the persons of an account; passed in by a higher wing. */
type ReadOwnFiles = (tx: Transaction, userId: string) => Promise<OwnFile[]>;

/** Endpoints of the viewer's own user document and what they may do with it. */
export const profileApi = (readOwnFiles: ReadOwnFiles) => os.router({ ...ownAccount, ...exporting(readOwnFiles) });

const ownAccount = {
  read: os.read.handler(({ context }) =>
    context.read(async (tx) => {
      const { userId } = signedIn(context);
      const user = await readUser(tx, userId);
      if (!user) throw new Problem('not-found');
      const hasPassword = (await passwordHash(tx, userId)) !== undefined;
      return { ...user, hasPassword, newEmail: await unprovedAddress(tx, userId) };
    }),
  ),

  update: os.update.handler(({ context, input }) =>
    context.write(async ({ tx, audit, changed }) => {
      const viewer = signedIn(context);
      const before = await lockUser(tx, viewer.userId);
      await tx
        .update(appUser)
        .set({ ...input, updatedAt: now(), version: before.version + 1 })
        .where(eq(appUser.id, viewer.userId));
      await tx
        .update(authUser)
        .set({ ...input, name: accountName({ ...input, email: viewer.email }), updatedAt: now() })
        .where(eq(authUser.id, viewer.userId));
      audit('profile.update', { club: viewer.club, id: viewer.userId, entity: 'users' }, 'Eigenen Namen geändert', {
        before: { firstname: before.firstname, lastname: before.lastname },
        after: input,
      });
      changed({ collection: 'users', club: viewer.club, entityId: viewer.userId });
      const user = await readUser(tx, viewer.userId);
      if (!user) throw new Problem('not-found');
      return user;
    }),
  ),

  changeEmail: os.changeEmail.handler(async ({ context, input }) => {
    const viewer = signedIn(context);
    await countTry(context.database, `change-email:${viewer.userId}`, { free: 5, windowMs: 60 * 60_000 });
    return context.write(async ({ tx }) => {
      const [taken] = await tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, input.email));
      // The response is the same if the address already has an account; in that case no mail is sent to it.
      const makes = taken ? makeLink : postLink;
      await makes(tx, context.settings, 'changeEmail', {
        userId: viewer.userId,
        email: input.email,
        club: viewer.club,
        sessionId: viewer.sessionId,
      });
      const notice = `Guten Tag,\n\nfür Ihr Konto wurde eine neue E-Mail-Adresse angegeben (${input.email}). Sie gilt, sobald sie dort bestätigt ist.\n\nWaren Sie das nicht? Dann ändern Sie bitte gleich Ihr Passwort und melden sich bei Ihrem Verein.\n`;
      await postMail(tx, {
        kind: 'notice',
        club: viewer.club,
        recipient: viewer.email,
        subject: 'Ihre E-Mail-Adresse soll geändert werden',
        body: notice,
      });
      return ok;
    });
  }),

  delete: os.delete.handler(({ context }) =>
    context.write(async (write) => {
      const viewer = signedIn(context);
      const row = await lockUser(write.tx, viewer.userId);
      await refuseIfLast(write.tx, [row]);
      await deleteAccount(write, row);
      write.audit('profile.delete', { club: viewer.club, id: viewer.userId, entity: 'users' }, 'Eigenes Konto gelöscht');
      return ok;
    }),
  ),
};

const exporting = (readOwnFiles: ReadOwnFiles) => ({
  export: os.export.handler(async ({ context }) => {
    const viewer = signedIn(context);
    const sessions = await listSessions(context);
    return context.read(async (tx) => {
      const user = await readUser(tx, viewer.userId);
      if (!user) throw new Problem('not-found');
      const entries = await tx
        .select({ time: audit.time, content: audit.content, club: audit.club })
        .from(audit)
        .where(eq(audit.actorId, viewer.userId))
        .orderBy(desc(audit.id))
        .limit(10_000);
      return {
        exportedAt: now().toISOString(),
        user,
        sessions,
        audit: entries.map((entry) => ({ ...entry, time: entry.time.toISOString() })),
        people: await readOwnFiles(tx, viewer.userId),
      };
    });
  }),
});
