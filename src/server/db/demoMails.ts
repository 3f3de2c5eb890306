import { fullName } from '#shared/kernel/fullName.ts';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mailMessage, mailRecipient } from '#server/content/mails/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import { outboxMail } from '#server/platform/database/tables.ts';

/** A mail sent to members of RWA some days ago. */
export async function fillMails({ tx }: Write): Promise<void> {
  const people = await tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname, email: person.email })
    .from(person)
    .where(and(eq(person.club, 'RWA'), isNotNull(person.email)))
    .orderBy(asc(person.lastname), asc(person.id))
    .limit(12);
  const recipients = [...new Map(people.map((one) => [one.email ?? '', one])).entries()];
  const id = randomUUID();
  const at = new Date(now().getTime() - 3 * 24 * 60 * 60 * 1000);
  const subject = 'Winterfest: Wir brauchen Ihre Hilfe';
  const text = 'Für das Winterfest suchen wir noch Helferinnen und Helfer. Die freien Schichten stehen unter „Mein Verein“.';
  await tx.insert(mailMessage).values({
    id,
    club: 'RWA',
    subject,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    audience: { kind: 'members', memberKind: 'active', departmentId: null, gender: null, ageMin: null, ageMax: null },
    audienceName: 'Mitglieder',
    legalBasis: 'membership',
    replyTo: 'admin@rwa.test',
    recipients: recipients.length,
    sender: 'Anton Rotmuster',
    createdAt: at,
  });
  for (const [index, [email, { id: personId, firstname, lastname }]] of recipients.entries()) {
    await tx
      .insert(mailRecipient)
      .values({ messageId: id, club: 'RWA', email, name: fullName({ firstname, lastname }), personIds: [personId] });
    const isRefused = index === 4;
    await tx.insert(outboxMail).values({
      kind: 'bulk',
      club: 'RWA',
      recipient: email,
      subject,
      body: '',
      batchId: id,
      state: isRefused ? 'failed' : 'sent',
      attempts: isRefused ? 8 : 1,
      lastError: isRefused ? '550 Postfach unbekannt' : null,
      createdAt: at,
      sentAt: isRefused ? null : at,
    });
  }
}
