import { eq } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { notifyAccounts } from '#server/accounts/notices/service.ts';
import { accountsToNotify } from '#server/people/persons/service.ts';
import { postMail } from '#server/platform/outbox.ts';
import type { EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { linkTo } from '../orders/tickets.ts';

/** How a change is taken back: what two families changed with each other is not. */
const waysBack = {
  none: () => '',
  sure: (to: string) => `\nBis zum Beginn lässt sich das unter „Mein Profil“ oder über den Link in der Mail zu „${to}“ zurücknehmen.\n`,
  'while-free': (to: string, from: string) =>
    `\nBis zum Beginn lässt sich das unter „Mein Profil“ oder über den Link in der Mail zu „${to}“ zurücknehmen, solange bei „${from}“ ein Platz frei ist.\n`,
};

/** Notifies the family of what the change means, and how it is undone: a seat that was never used is free for others meanwhile; the ticket of the new group comes with a mail of its own. */
export async function postMove(
  { write, course }: Seats,
  { id, version, contactEmail }: EnrolmentRow,
  { name, words, from, way }: { name: string; words: readonly string[]; from: string; way: keyof typeof waysBack },
): Promise<void> {
  if (!contactEmail) return;
  await postMail(write.tx, {
    kind: 'notice',
    club: course.club,
    recipient: contactEmail,
    subject: `Wechsel: ${from} → ${course.title}`,
    body: `Guten Tag,\n\n${name} wechselt die Gruppe.\n\n${words.join('\n')}\n${waysBack[way](course.title, from)}`,
    onceKey: `participation:${id}:moved:${version}`,
    subjectId: id,
  });
}

/** Notifies the family that the change was undone. */
export async function postMoveBack({ write, course }: Seats, row: EnrolmentRow, to: string): Promise<void> {
  if (!row.contactEmail) return;
  const [who] = await write.tx.select().from(person).where(eq(person.id, row.personId));
  await postMail(write.tx, {
    kind: 'notice',
    club: course.club,
    recipient: row.contactEmail,
    subject: `Wechsel zurückgenommen: ${course.title}`,
    body: `Guten Tag,\n\n${who ? fullName(who) : ''} bleibt bei „${course.title}“ und wechselt nicht zu „${to}“. Preis und Tage bleiben, wie sie waren.\n`,
    onceKey: `participation:${row.id}:moved-back:${row.version}`,
    subjectId: row.id,
  });
}

/** Notifies a waiting family of a possible swap with another one, or that it did not come about. */
export async function postSwap(seats: Seats, row: EnrolmentRow, words: readonly string[], isOffered: boolean): Promise<void> {
  const { write, course } = seats;
  const subject = isOffered ? `Tausch möglich: ${course.title}` : `Kein Tausch: ${course.title}`;
  const onceKey = `participation:${row.id}:swap:${row.version}`;
  await notifyAccounts(write.tx, {
    userIds: await accountsToNotify(write.tx, [{ personId: row.personId, enteredBy: row.registeredBy }]),
    club: course.club,
    concerns: row.personId,
    topic: isOffered ? 'seat_offered' : 'enrolment',
    title: subject,
    body: words.join(' '),
    onceKey,
  });
  if (!row.contactEmail) return;
  await postMail(write.tx, {
    kind: 'manage',
    club: course.club,
    recipient: row.contactEmail,
    subject,
    body: `Guten Tag,\n\n${words.join('\n')}\n\n${isOffered ? 'Zustimmen oder ablehnen: ' : ''}${await linkTo(seats, row.id)}\n`,
    onceKey,
    subjectId: row.id,
  });
}
