import { and, asc, eq, isNull } from 'drizzle-orm';
import type { holderNoticeKinds } from '#shared/halls/notices/holderNotices.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { issueContactLink } from './links.ts';
import { holderNotice, organisation, organisationContact, type ProposedMove } from './table.ts';

/** Mails to holders of hall times. With `about` the recipients are recorded. */
export type HolderMail = {
  subject: string;
  body: string;
  onceKey: string;
  /** The path in the administration that the board of a club opens for it; without it the occupancy plan. */ page?: string;
  about?: { kind: (typeof holderNoticeKinds)[number]; id: string } | undefined;
  /** The deadline for an answer, and the moves that a yes would make. */
  asks?: { until: Date; proposals?: readonly ProposedMove[] } | undefined;
};

/**
 * Mails the contacts of an organisation without a club on the portal, each with a personal link to its hours; returns how
 * many. If there are none, that is recorded, so that the manager of the halls sees who was not notified.
 */
export async function writeToContacts(
  tx: Transaction,
  settings: Settings,
  { club, organisationId }: { club: ClubName; organisationId: string },
  mail: HolderMail,
): Promise<number> {
  return inAllClubs(tx, async () => {
    const contacts = await tx
      .select({ id: organisationContact.id, email: organisationContact.email })
      .from(organisationContact)
      .where(and(eq(organisationContact.organisationId, organisationId), isNull(organisationContact.endedOn)))
      .orderBy(asc(organisationContact.id))
      .limit(20);
    for (const contact of contacts) await writeToContact(tx, settings, club, { ...contact, organisationId }, mail);
    if (contacts.length === 0)
      await noteWritten(tx, mail, { organisationId, recipient: '', onceKey: `${mail.onceKey}:nobody`, linkId: null });
    return contacts.length;
  });
}

/** Mails one contact of an organisation, with a link to its hours. The same mail is not sent twice. */
export async function writeToContact(
  tx: Transaction,
  settings: Settings,
  club: ClubName,
  { id, email, organisationId }: { id: string; email: string; organisationId: string },
  mail: HolderMail,
): Promise<void> {
  const onceKey = `${mail.onceKey}:${id}`;
  if (await isPosted(tx, onceKey)) return;
  const link = await issueContactLink(tx, settings, club, id);
  const body = `${mail.body}\nIhre Hallenzeiten (auch als Kalender), Wünsche und Ergebnisse, ohne Anmeldung (der Link gilt 90 Tage und ist nur für Sie):\n${link.address}\n`;
  await postMail(tx, { kind: 'manage', club, recipient: email, subject: mail.subject, body, onceKey, subjectId: organisationId });
  await noteWritten(tx, mail, { organisationId, recipient: email, onceKey, linkId: link.id });
}

/** Records that the board of a club on the portal was mailed. */
export async function noteWrittenToClub(tx: Transaction, club: ClubName, mail: HolderMail, to: { email: string; onceKey: string }) {
  if (!mail.about) return;
  await inAllClubs(tx, async () => {
    const [of] = await tx.select({ id: organisation.id }).from(organisation).where(eq(organisation.club, club));
    if (of) await noteWritten(tx, mail, { organisationId: of.id, recipient: to.email, onceKey: to.onceKey, linkId: null });
  });
}

type Written = Pick<typeof holderNotice.$inferInsert, 'organisationId' | 'recipient' | 'onceKey' | 'linkId'>;

async function noteWritten(tx: Transaction, { about, asks, subject, body, onceKey }: HolderMail, written: Written): Promise<void> {
  if (!about) return;
  await tx
    .insert(holderNotice)
    .values({
      ...written,
      kind: about.kind,
      subjectId: about.id,
      subject,
      sentAt: now(),
      newsKey: onceKey,
      ...(asks && { body, answerUntil: asks.until, proposals: [...(asks.proposals ?? [])] }),
    })
    .onConflictDoNothing();
}

async function isPosted(tx: Transaction, onceKey: string): Promise<boolean> {
  const [row] = await tx.select({ id: outboxMail.id }).from(outboxMail).where(eq(outboxMail.onceKey, onceKey));
  return row !== undefined;
}
