import { eq } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { postMail } from '#server/platform/outbox.ts';
import type { EnrolmentRow, Seats } from '../enrolments/counting.ts';

/** Tells the family what the change means, and how it is taken back: a seat that was never used is free for others meanwhile; the ticket of the new group comes with a mail of its own. */
export async function postMove(
  { write, course }: Seats,
  { id, version, contactEmail }: EnrolmentRow,
  { name, words, from, isKept }: { name: string; words: readonly string[]; from: string; isKept: boolean },
): Promise<void> {
  if (!contactEmail) return;
  await postMail(write.tx, {
    kind: 'notice',
    club: course.club,
    recipient: contactEmail,
    subject: `Wechsel: ${from} → ${course.title}`,
    body: `Guten Tag,\n\n${name} wechselt die Gruppe.\n\n${words.join('\n')}\n\nBis zum Beginn lässt sich das unter „Mein Profil“ oder über den Link in der Mail zu „${course.title}“ zurücknehmen${isKept ? '' : `, solange bei „${from}“ ein Platz frei ist`}.\n`,
    onceKey: `participation:${id}:moved:${version}`,
    subjectId: id,
  });
}

/** Tells the family that all stays as it was. */
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
