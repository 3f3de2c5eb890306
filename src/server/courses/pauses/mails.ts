import { eq } from 'drizzle-orm';
import { pauseInWords, pauseMonthsInWords, type Pause } from '#shared/courses/pauses/pauseRules.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import type { EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';

/** Confirms a pause and says how to undo it. */
export function postPause(seats: Seats, row: EnrolmentRow, pause: Pause, reason: string): Promise<void> {
  return postTo(seats, row, {
    subject: `Pause: ${seats.course.title}`,
    textOf: (name) =>
      `${name} pausiert bei „${seats.course.title}“.${reason && ` Grund: ${reason}.`}\n\n${pauseInWords(pause, (row.priceCents ?? 0) > 0)} Bis zum Beginn lässt sich das über den Link unten zurücknehmen.`,
  });
}

/** Notifies the family that a pause was undone. */
export function postPauseUndone(seats: Seats, row: EnrolmentRow, pause: Pause): Promise<void> {
  return postTo(seats, row, {
    subject: `Keine Pause: ${seats.course.title}`,
    textOf: (name) =>
      `die Pause von ${name} bei „${seats.course.title}“ (${pauseMonthsInWords(pause)}) ist zurückgenommen: Es geht weiter wie bisher.`,
  });
}

type Message = { subject: string; textOf: (name: string) => string };

async function postTo({ write, settings, course }: Seats, row: EnrolmentRow, { subject, textOf }: Message): Promise<void> {
  if (!row.contactEmail) return;
  const [who] = await write.tx.select().from(person).where(eq(person.id, row.personId));
  const link = `${siteOf(settings, course.club)}/registration/${await issueLink(write.tx, enrolment, row.id)}`;
  await postMail(write.tx, {
    kind: 'manage',
    club: course.club,
    recipient: row.contactEmail,
    subject,
    body: `Guten Tag,\n\n${textOf(who ? fullName(who) : '')}\n\n${link}\n`,
    onceKey: `participation:${row.id}:pause:${now().getTime()}`,
    subjectId: row.id,
  });
}
