import { seasonInWords, seasonStart } from '#shared/courses/ageSeason/seasons.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { notifyAccounts } from '#server/accounts/notices/service.ts';
import { accountsToNotify } from '#server/people/persons/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import type { CourseRow, EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';
import type { Found } from './list.ts';

type Posting = { write: Write; settings: Settings; course: CourseRow };
type Message = { subject: string; text: string; ending: string; key: string };

/** Notifies the family that the person may stay although the age no longer fits. */
export async function postAgeException(
  seats: Seats,
  row: EnrolmentRow,
  { name, reason, season }: { name: string; reason: string; season: string },
): Promise<void> {
  const { title } = seats.course;
  await postTo(seats, row, {
    subject: `${title}: Platz bleibt`,
    text: `${name} bleibt in der Saison ${season} bei „${title}“, obwohl das Alter nicht mehr zur Gruppe passt. Grund: ${reason}`,
    ending: 'Ansehen',
    key: `age-kept:${row.version}`,
  });
}

/** Asks the family of a child who will be outside the ages of the group: change groups, or talk to a leader. */
export async function postQuestion(of: Posting, { row, one }: Found, season: number, choices: readonly { title: string }[]): Promise<void> {
  const { title, contactName, contactPhone, contactEmail } = of.course;
  const contact = [contactName, contactPhone, contactEmail].filter(Boolean).join(', ');
  const fitting = choices.map((choice) => `„${choice.title}“`).join(', ');
  await postTo(of, row, {
    subject: `Saisonwechsel: ${title}`,
    text: [
      `am ${germanDate(seasonStart(season))} beginnt die Saison ${seasonInWords(season)}. ${fullName(one)} passt dann dem Alter nach nicht mehr zu „${title}“.`,
      fitting
        ? `Das passt: ${fitting}. Über den Link unten wechseln Sie die Gruppe.`
        : 'Wir suchen eine Gruppe, die passt, und melden uns.',
      `${contact ? `Fragen? Sprechen Sie mit der Übungsleitung: ${contact}. ` : ''}Ohne Entscheidung endet kein Platz.`,
    ].join('\n\n'),
    ending: fitting ? 'Gruppe wechseln' : 'Ansehen',
    key: `age-season:${season}`,
  });
}

async function postTo({ write, settings, course }: Posting, row: EnrolmentRow, { subject, text, ending, key }: Message): Promise<void> {
  const onceKey = `participation:${row.id}:${key}`;
  await notifyAccounts(write.tx, {
    userIds: await accountsToNotify(write.tx, [{ personId: row.personId, enteredBy: row.registeredBy }]),
    club: course.club,
    concerns: row.personId,
    topic: 'enrolment',
    title: subject,
    body: (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll('Über den Link unten', 'Unter „Meine Anmeldungen“'),
    onceKey,
  });
  if (!row.contactEmail) return;
  const link = `${siteOf(settings, course.club)}/registration/${await issueLink(write.tx, enrolment, row.id)}`;
  await postMail(write.tx, {
    kind: 'manage',
    club: course.club,
    recipient: row.contactEmail,
    subject,
    body: `Guten Tag,\n\n${text}\n\n${ending}: ${link}\n`,
    onceKey,
    subjectId: row.id,
  });
}
