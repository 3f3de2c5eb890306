import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Role } from '#shared/kernel/roles.ts';
import { withBack } from '#shared/kernel/back.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { mailTriedForMs, postMail, type MailKind } from '#server/platform/mail/outbox.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { appUser } from '../users/table.ts';
import { authUser, mailLink } from './table.ts';

export type LinkPurpose = (typeof mailLink.$inferSelect)['purpose'];

const linkPurposes = ['verify', 'reset', 'invite', 'changeEmail'] as const satisfies readonly LinkPurpose[];

/**
 * The purposes of links that may set a password; a sign-up link may, too, for browsers where the password of the sign-up is not accepted.
 */
export const passwordPurposes: LinkPurpose[] = ['reset', 'invite', 'verify'];

const minuteMs = 60_000;
const lifeMs: { readonly [purpose in LinkPurpose]: number } = {
  verify: 24 * 60 * minuteMs,
  reset: 30 * minuteMs,
  invite: 7 * 24 * 60 * minuteMs,
  changeEmail: 60 * minuteMs,
};

/** The page and the mail of each purpose. `{link}` is replaced by the URL. */
const emails: { readonly [purpose in LinkPurpose]: { page: '/verify' | '/reset'; subject: string; body: string } } = {
  verify: {
    page: '/verify',
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    body: 'Guten Tag,\n\nmit diesem Link bestätigen Sie Ihre E-Mail-Adresse und legen Ihr Konto an:\n\n{link}\n\nDer Link gilt 24 Stunden. Haben Sie sich nicht registriert, brauchen Sie nichts zu tun.\n',
  },
  reset: {
    page: '/reset',
    subject: 'Neues Passwort festlegen',
    body: 'Guten Tag,\n\nmit diesem Link legen Sie ein neues Passwort fest:\n\n{link}\n\nDer Link gilt 30 Minuten und nur einmal. Haben Sie ihn nicht angefordert, brauchen Sie nichts zu tun; Ihr Passwort bleibt, wie es ist.\n',
  },
  invite: {
    page: '/reset',
    subject: 'Ihr Zugang zum Vereinsportal',
    body: 'Guten Tag,\n\nfür Sie wurde ein Zugang eingerichtet. Mit diesem Link legen Sie Ihr Passwort fest:\n\n{link}\n\nDer Link gilt 7 Tage und nur einmal.\n',
  },
  changeEmail: {
    page: '/verify',
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    body: 'Guten Tag,\n\nmit diesem Link wird diese Adresse Ihre neue E-Mail-Adresse im Vereinsportal:\n\n{link}\n\nDer Link gilt eine Stunde und nur einmal.\n',
  },
};

type Recipient = {
  userId: string;
  email: string;
  club: ClubName;
  /** The page that the recipient had requested, as stated by the browser; anything but a page of ours is dropped. */
  back?: string | undefined;
} & Partial<Pick<typeof mailLink.$inferInsert, 'browserHash' | 'sessionId'>>;

/**
 * Queues a mail with a single-use link, with a reason if the recipient did not request it. The host of the link comes from the settings,
 * never from a request.
 */
export async function postLink(tx: Transaction, settings: Settings, purpose: LinkPurpose, recipient: Recipient, why = ''): Promise<void> {
  const link = await makeLink(tx, settings, purpose, recipient);
  const { subject, body } = emails[purpose];
  await postMail(tx, {
    kind: purpose satisfies MailKind,
    club: recipient.club,
    recipient: recipient.email,
    subject,
    body: body.replace('Guten Tag,\n\n', `Guten Tag,\n\n${why && `${why}\n\n`}`).replace('{link}', link),
    validUntil: linkEnd(purpose),
  });
}

/** Creates a single-use link with 256 random bits; the database stores only their hash. */
export async function makeLink(
  tx: Transaction,
  settings: Settings,
  purpose: LinkPurpose,
  { userId, email, club, back, browserHash, sessionId }: Recipient,
  expiresAt = linkEnd(purpose),
): Promise<string> {
  // Only the newest reset link is valid, so that an older mail cannot be used later.
  if (purpose === 'reset') await tx.delete(mailLink).where(and(eq(mailLink.userId, userId), eq(mailLink.purpose, 'reset')));
  const token = randomBytes(32).toString('base64url');
  await tx.insert(mailLink).values({ tokenHash: secretHash(token), purpose, userId, email, expiresAt, browserHash, sessionId });
  // In the URL fragment the token reaches no server log and no Referer header.
  return `${siteOf(settings, club)}${withBack(emails[purpose].page, back)}#${token}`;
}

/** The new address that an account requested and has not verified yet, while its link is valid. */
export async function unprovedAddress(tx: Transaction, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ email: mailLink.email })
    .from(mailLink)
    .where(and(eq(mailLink.userId, userId), eq(mailLink.purpose, 'changeEmail'), gt(mailLink.expiresAt, now())))
    .orderBy(desc(mailLink.expiresAt))
    .limit(1);
  return row?.email ?? null;
}

/** The expiry of a link created now. */
export function linkEnd(purpose: LinkPurpose): Date {
  return new Date(now().getTime() + lifeMs[purpose]);
}

/**
 * Restarts the validity of a mail's link when the mail is sent, however long it waited. False if the link was superseded or used meanwhile;
 * undefined for mails without such a link.
 */
export async function renewLink(database: Database, { kind, body }: { kind: string; body: string }): Promise<boolean | undefined> {
  const purpose = linkPurposes.find((one) => one === kind);
  if (!purpose) return undefined;
  const [, token] = /#([\w-]{43})\s/.exec(body) ?? [];
  if (!token) return false;
  const kept = await database.orm
    .update(mailLink)
    .set({ expiresAt: linkEnd(purpose) })
    .where(and(eq(mailLink.tokenHash, secretHash(token)), eq(mailLink.purpose, purpose)))
    .returning({ userId: mailLink.userId });
  return kept.length > 0;
}

/** Consumes a link; of several concurrent calls one succeeds. Refused if it is unknown, used or expired. */
export async function useLink(tx: Transaction, token: string, purposes: LinkPurpose[]): Promise<typeof mailLink.$inferSelect> {
  const [link] = await tx
    .delete(mailLink)
    .where(and(eq(mailLink.tokenHash, secretHash(token)), inArray(mailLink.purpose, purposes), gt(mailLink.expiresAt, now())))
    .returning();
  if (!link) throw new Problem('invalid-link');
  return link;
}

/** The person whose password a link may set, without consuming it. Refused if it is unknown, used or expired. */
export async function personOfLink(
  tx: Transaction,
  token: string,
): Promise<{ firstname: string; lastname: string; email: string; role: Role | undefined }> {
  const [row] = await tx
    .select({ firstname: authUser.firstname, lastname: authUser.lastname, email: authUser.email, role: appUser.role })
    .from(mailLink)
    .innerJoin(authUser, eq(authUser.id, mailLink.userId))
    .leftJoin(appUser, eq(appUser.id, mailLink.userId))
    .where(and(eq(mailLink.tokenHash, secretHash(token)), inArray(mailLink.purpose, passwordPurposes), gt(mailLink.expiresAt, now())));
  if (!row) throw new Problem('invalid-link');
  return { ...row, role: row.role ?? undefined };
}

/** Deletes all links of a user, after the password or address changed. */
export async function forgetLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(mailLink).where(eq(mailLink.userId, userId));
}

/** Deletes expired links once no queued mail can use them any more; called by a job. */
export async function sweepLinks(database: Database): Promise<void> {
  await database.orm.delete(mailLink).where(lt(mailLink.expiresAt, new Date(now().getTime() - mailTriedForMs)));
}
