import { and, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { ageOn } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { inAllClubs, type Database, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { Relation } from './accessGrants.ts';
import { readAccounts } from './gaining.ts';
import { accessLink, heldAccess, type person } from './table.ts';

type PersonRow = typeof person.$inferSelect;

/** The age from which a person is notified of accesses to their data. */
const notifiedFromAge = 14;
const linkLifeMs = 90 * 24 * 60 * 60 * 1000;
const asWhom = { guardian: 'als Elternteil', self: 'mit dem eigenen Konto', delegate: 'im Auftrag' } as const;

/**
 * Notifies all accounts that act for a person, and the person from 14, of a new access, each with a link that suspends
 * it. `of` is the record before the change, with the previously known address.
 */
export async function notifyOfAccess(
  tx: Transaction,
  settings: Settings,
  of: PersonRow,
  { userId, relation }: { userId: string; relation: Relation },
  whoseWord = 'Der Vorstand hat das bestätigt.',
): Promise<void> {
  const account = (await readAccounts(tx, [{ userId }])).get(userId);
  if (!account) return;
  // After a new decision of the board, earlier links are invalid.
  await tx.delete(accessLink).where(and(eq(accessLink.userId, userId), eq(accessLink.personId, of.id)));
  const name = fullName(of);
  for (const recipient of await recipientsOf(tx, of, userId, account.email)) {
    const token = randomBytes(32).toString('base64url');
    await tx
      .insert(accessLink)
      .values({ tokenHash: secretHash(token), club: of.club, userId, personId: of.id, expiresAt: new Date(now().getTime() + linkLifeMs) });
    await postMail(tx, {
      kind: 'manage',
      club: of.club,
      recipient,
      subject: `Neuer Zugang zu den Daten von ${name}`,
      body: `Guten Tag,\n\n${account.name} (${account.email}) darf ab jetzt ${asWhom[relation]} für ${name} handeln: die Daten ansehen, anmelden und Plätze absagen. ${whoseWord}\n\nIst das richtig, brauchen Sie nichts zu tun. Ist es falsch, sperren Sie den Zugang hier sofort:\n\nZugang prüfen: ${siteOf(settings, of.club)}/access/${token}\n\nDer Link gilt 90 Tage.\n`,
    });
  }
}

/** The link of a token; throws if it is unknown or expired. It is not consumed: opening it again shows the current state. */
export async function readAccessLink(tx: Transaction, token: string): Promise<typeof accessLink.$inferSelect> {
  const [link] = await tx
    .select()
    .from(accessLink)
    .where(and(eq(accessLink.tokenHash, secretHash(token)), gt(accessLink.expiresAt, now())));
  if (!link) throw new Problem('invalid-link');
  return link;
}

/** Deletes expired links; called by a job. */
export async function sweepAccessLinks({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.delete(accessLink).where(lt(accessLink.expiresAt, now()));
}

/**
 * The recipients of the notification: the other accounts, and the stored address of persons who are old enough or have
 * no other recipient.
 */
async function recipientsOf(tx: Transaction, of: PersonRow, newUserId: string, newEmail: string): Promise<string[]> {
  const others = await tx
    .select({ userId: heldAccess.userId, relation: heldAccess.relation })
    .from(heldAccess)
    .where(and(eq(heldAccess.personId, of.id), eq(heldAccess.state, 'verified'), ne(heldAccess.userId, newUserId)));
  const isOldEnough = !of.birthDate || ageOn(of.birthDate, today()) >= notifiedFromAge;
  const told = others.filter(({ relation }) => relation !== 'self' || isOldEnough).map(({ userId }) => userId);
  const accounts = told.length > 0 ? await addressesOf(tx, told) : [];
  const noted = of.email && (isOldEnough || accounts.length === 0) ? [of.email.toLowerCase()] : [];
  return [...new Set([...accounts, ...noted])].filter((one) => one !== newEmail.toLowerCase());
}

async function addressesOf(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ email: appUser.email })
      .from(appUser)
      .where(and(inArray(appUser.id, [...ids]), isNull(appUser.disabledAt))),
  );
  return rows.map(({ email }) => email.toLowerCase());
}
