import { eq, sql } from 'drizzle-orm';
import { withBack } from '#shared/kernel/back.ts';
import type { Context } from '#server/platform/http/context.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { forgetLinks, postLink } from './mailLinks.ts';
import { storePassword } from './storedPassword.ts';
import { hashPassword } from './passwords.ts';
import { logSecurity } from './securityLog.ts';
import { makeAccount, type NewAccount } from './service.ts';
import { markBrowser } from './signUpBrowser.ts';
import { authUser } from './table.ts';

/**
 * Registers a person in the club of the host. Known and unknown addresses get the same response after the same work; only the mail differs.
 * The user document is created at the first sign-in.
 */
export async function signUp(
  context: Context,
  { back, ...input }: Omit<NewAccount, 'club'> & { password: string; back?: string | undefined },
): Promise<void> {
  const { settings, hostClub } = context;
  const hash = await hashPassword(input.password);
  const browserHash = markBrowser(context);
  await context.database.write(everyClub, async ({ tx }) => {
    // Serializes concurrent registrations of the same address.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${input.email}, 0))`);
    const [known] = await tx.select().from(authUser).where(eq(authUser.email, input.email));
    if (known?.emailVerified) {
      const body = `Guten Tag,\n\njemand wollte mit dieser Adresse ein Konto anlegen. Sie haben schon ein Konto und können sich hier einloggen:\n\n${siteOf(settings, known.club)}${withBack('/login', back)}\n\nWaren Sie das nicht, brauchen Sie nichts zu tun.\n`;
      return postMail(tx, { kind: 'notice', club: known.club, recipient: known.email, subject: 'Sie haben schon ein Konto', body });
    }
    // An unverified address may have been entered by another person, who would then know the password. The reader of the mail sets a new
    // one; a link that verifies the address with the old password becomes invalid.
    if (known) {
      await forgetLinks(tx, known.id);
      return postLink(tx, settings, 'invite', { userId: known.id, email: known.email, club: known.club, back });
    }
    const account = await makeAccount(tx, { ...input, club: hostClub });
    await storePassword(tx, account.id, hash);
    return postLink(tx, settings, 'verify', { userId: account.id, email: account.email, club: account.club, back, browserHash });
  });
  await logSecurity(context, 'sign-up', { email: input.email });
}
