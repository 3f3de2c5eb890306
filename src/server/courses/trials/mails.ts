import { dayInWords, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { Attachment } from '#server/platform/database/tables.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { writeCalendar } from '#server/platform/formats/ical.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { locationsOf } from '../offers/service.ts';
import { trialVisit } from './table.ts';

export type TrialRow = typeof trialVisit.$inferSelect;
export type Named = { firstname: string; lastname: string };
type Posting = { write: { tx: Transaction }; settings: Settings; course: CourseRow };

/** Sends the ticket of a guest: when, where, what to bring, contact, how to cancel, and the calendar file. */
export async function postTicket(of: Posting, visit: TrialRow, one: Named, made?: string): Promise<void> {
  const { course } = of;
  const time = { startsAt: visit.toldStartsAt, endsAt: visit.toldEndsAt };
  await postTo(of, visit, {
    subject: `Schnupperstunde: ${course.title} am ${dayInWords(localOf(time.startsAt).date)}`,
    text: [
      `${fullName(one)} kommt zum Schnuppern zu „${course.title}“. Das kostet nichts und verpflichtet zu nichts.`,
      (await factsOf(of, time)).join('\n'),
    ].join('\n\n'),
    ending: 'Ansehen oder absagen',
    key: made ? 'booked' : `again:${localOf(now()).date}`,
    made,
    attachments: [await calendarOf(of, visit)],
  });
}

/** Notifies a guest that the session is cancelled, restored or moved. */
export async function postNews(of: Posting, visit: TrialRow, one: Named, what: 'off' | 'on' | 'moved', reason: string): Promise<void> {
  const { title } = of.course;
  const time = { startsAt: visit.toldStartsAt, endsAt: visit.toldEndsAt };
  const when = `${dayInWords(localOf(time.startsAt).date)}, ${timesInWords(time)}`;
  const words = {
    off: {
      subject: `Fällt aus: Schnupperstunde ${title}`,
      text: `die Schnupperstunde von ${fullName(one)} bei „${title}“ fällt leider aus.${reason && ` Grund: ${reason}.`} Über den Link unten finden Sie andere Termine.`,
    },
    on: {
      subject: `Findet doch statt: Schnupperstunde ${title}`,
      text: `die Schnupperstunde von ${fullName(one)} bei „${title}“ findet doch statt: ${when}.`,
    },
    moved: {
      subject: `Verlegt: Schnupperstunde ${title}`,
      text: `die Schnupperstunde von ${fullName(one)} bei „${title}“ ist verlegt auf ${when}.`,
    },
  }[what];
  const attachments = what === 'off' ? [] : [await calendarOf(of, visit)];
  const key = `${what}:${time.startsAt.getTime()}:${now().getTime()}`;
  await postTo(of, visit, { ...words, ending: 'Ansehen', key, attachments });
}

/** Asks the day after whether they want to enrol, with a prefilled form. */
export async function postThanks(of: Posting, visit: TrialRow, one: Named): Promise<void> {
  const { title } = of.course;
  await postTo(of, visit, {
    subject: `Wie war es bei „${title}“?`,
    text: `schön, dass ${fullName(one)} bei „${title}“ geschnuppert hat. Gefällt es? Über den Link unten melden Sie sich an; die Angaben stehen schon da.`,
    ending: 'Anmelden',
    key: 'thanks',
    hash: visit.bookedBy === null ? '#anmelden' : '',
  });
}

/** Explains by mail only why no further trial is possible. */
export async function postRefusal(
  { write, settings, course }: Posting,
  to: { recipient: string; name: string; why: 'enrolled' | 'used'; sessionId: string; personId: string },
): Promise<void> {
  const why =
    to.why === 'enrolled'
      ? `${to.name} ist bei „${course.title}“ schon angemeldet: Schnuppern ist nicht nötig.`
      : `${to.name} hat bei „${course.title}“ schon so oft geschnuppert, wie es geht. Wenn es gefällt, melden Sie sich gern an.`;
  await postMail(write.tx, {
    kind: 'notice',
    club: course.club,
    recipient: to.recipient,
    subject: `Schnupperstunde: ${course.title}`,
    body: `Guten Tag,\n\n${why}\n\n${siteOf(settings, course.club)}/id/${course.slug}\n`,
    onceKey: `trial:refused:${to.sessionId}:${to.personId}:${localOf(now()).date}`,
    subjectId: course.id,
  });
}

type Message = {
  subject: string;
  text: string;
  ending: string;
  key: string;
  made?: string | undefined;
  hash?: string;
  attachments?: Attachment[];
};

async function postTo({ write, settings, course }: Posting, visit: TrialRow, message: Message): Promise<void> {
  if (!visit.contactEmail) return;
  const secret = message.made ?? (await issueLink(write.tx, trialVisit, visit.id));
  await postMail(write.tx, {
    kind: 'manage',
    club: course.club,
    recipient: visit.contactEmail,
    subject: message.subject,
    body: `Guten Tag,\n\n${message.text}\n\n${message.ending}: ${siteOf(settings, course.club)}/trials/${secret}${message.hash ?? ''}\n`,
    attachments: message.attachments ?? [],
    onceKey: `trial:${visit.id}:${message.key}`,
    subjectId: visit.id,
  });
}

async function factsOf(of: Posting, time: { startsAt: Date; endsAt: Date }): Promise<string[]> {
  const { bringNote, contactName, contactPhone, contactEmail } = of.course;
  const place = await placeOf(of);
  const contact = [contactName, contactPhone, contactEmail].filter(Boolean).join(', ');
  return [
    `Wann: ${dayInWords(localOf(time.startsAt).date)}, ${timesInWords(time)}`,
    ...(place ? [`Wo: ${place}`] : []),
    ...(bringNote ? [`Mitbringen: ${bringNote}`] : []),
    ...(contact ? [`Fragen beantwortet: ${contact}`] : []),
  ];
}

async function calendarOf(of: Posting, visit: TrialRow): Promise<Attachment> {
  const { course, settings } = of;
  const entry = {
    uid: `trial-${visit.id}@vereinsportal`,
    title: `Schnupperstunde: ${course.title}`,
    startsAt: visit.toldStartsAt,
    endsAt: visit.toldEndsAt,
    place: await placeOf(of),
    url: `${siteOf(settings, course.club)}/id/${course.slug}`,
  };
  return { name: 'schnupperstunde.ics', type: 'text/calendar; charset=utf-8', text: writeCalendar(entry.title, [entry], now()) };
}

async function placeOf({ write, course }: Posting): Promise<string> {
  return (await locationsOf(write.tx, [course])).get(course.id) ?? course.place;
}
