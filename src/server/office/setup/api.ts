import { and, eq, sql } from 'drizzle-orm';
import { associationClub, type ClubName } from '#shared/kernel/clubs.ts';
import { missingTexts } from '#shared/people/applicationTexts.ts';
import { setupContract, setupStepNames, setupSteps, type SetupView } from '#shared/office/setup.ts';
import { legalAddresses } from '#server/content/pages/service.ts';
import { membershipPages } from '#server/people/requests/service.ts';
import { clubAsked, signedIn, type Context } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import { stepDone } from './steps.ts';
import { setupPostponed } from './table.ts';

const os = implementing(setupContract);

/** The setup steps of a new club: done, open and postponed. */
export const setupApi = os.router({
  read: os.read.handler(({ context, input }) => {
    const club = clubAsked(context, 'setup.read', input.club);
    return context.read((tx) => readSetup(context, tx, club));
  }),

  postpone: os.postpone.handler(({ context, input: { part, isPostponed, ...input } }) => {
    const club = clubAsked(context, 'setup.dismiss', input.club);
    return context.write(async ({ tx, audit, changed }) => {
      if (isPostponed) await tx.insert(setupPostponed).values({ club, part, at: now() }).onConflictDoNothing();
      else await tx.delete(setupPostponed).where(and(eq(setupPostponed.club, club), eq(setupPostponed.part, part)));
      const name = part === 'guide' ? 'Erste Schritte' : `Erster Schritt: ${setupSteps[part].title}`;
      audit('setup.dismiss', { club, id: part, entity: 'config' }, `${name} ${isPostponed ? 'zurückgestellt' : 'wieder aufgenommen'}`);
      changed({ collection: 'config', club, entityId: part });
      return readSetup(context, tx, club);
    });
  }),

  sendTestMail: os.sendTestMail.handler(({ context, input }) => {
    const club = clubAsked(context, 'setup.sendTestMail', input.club);
    const { email, userId } = signedIn(context);
    return context.write(async ({ tx }) => {
      await postMail(tx, {
        kind: 'notice',
        club,
        recipient: email,
        subject: 'Probemail',
        body: 'Diese Mail ist angekommen: Der Mailversand des Vereins funktioniert.',
        // A second click within the same minute sends no second e-mail.
        onceKey: `test-mail:${userId}:${Math.floor(now().getTime() / 60_000)}`,
      });
      return { recipient: email };
    });
  }),
});

async function readSetup({ settings }: Pick<Context, 'settings'>, tx: Transaction, club: ClubName): Promise<SetupView> {
  const columns = setupStepNames.map((name) => sql`${stepDone[name](club)} as ${sql.identifier(name)}`);
  const { rows } = await tx.execute<{ [name: string]: boolean }>(sql`select ${sql.join(columns, sql`, `)}`);
  const postponed = await tx.select().from(setupPostponed).where(eq(setupPostponed.club, club)).limit(20);
  const isPutOff = (part: string) => postponed.some((row) => row.part === part);
  // The association has clubs as members, who send no applications.
  const steps = setupStepNames.flatMap((name) => {
    if (club === associationClub && name === 'applications') return [];
    const state = rows[0]?.[name] ? ('done' as const) : isPutOff(name) ? ('later' as const) : ('open' as const);
    return [{ name, state }];
  });
  return {
    isShown: !isPutOff('guide') && steps.some(({ state }) => state === 'open'),
    steps,
    missingTexts: club === associationClub ? [] : missingTexts((await membershipPages(tx, club, legalAddresses)).texts),
    hasMailServer: settings.SMTP_URL !== undefined,
  };
}
