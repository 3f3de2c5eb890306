import { germanDate, localOf } from '#shared/calendar.ts';
import { cancelReasonNames, type ParticipationState } from '#shared/courseWords.ts';
import { postMail } from '../platform/outbox.ts';
import { siteOf } from '../platform/site.ts';
import type { ParticipationRow, Places } from './counting.ts';

type Letter = { subject: string; text: string };
type Facts = { name: string; title: string; until: string; reason: string };

/** What people read about their enrolment. A state without a letter is told by the page alone. */
const letters: { readonly [state in ParticipationState]?: (facts: Facts) => Letter } = {
  unverified: ({ name, title, until }) => ({
    subject: `Bitte bestätigen: Anmeldung zu ${title}`,
    text: `bitte bestätigen Sie die Anmeldung von ${name} zu „${title}“ bis ${until} über den Link unten. Bis dahin halten wir den Platz frei.\n\nHaben Sie sich nicht angemeldet, brauchen Sie nichts zu tun.`,
  }),
  pending: ({ name, title }) => ({
    subject: `Anfrage eingegangen: ${title}`,
    text: `die Anfrage für ${name} zu „${title}“ ist eingegangen. Sie erhalten Bescheid, sobald darüber entschieden ist.`,
  }),
  waitlisted: ({ name, title }) => ({
    subject: `Warteliste: ${title}`,
    text: `${name} steht auf der Warteliste von „${title}“. Wird ein Platz frei, bieten wir ihn Ihnen an. Den aktuellen Stand sehen Sie jederzeit über den Link unten.`,
  }),
  offered: ({ name, title, until }) => ({
    subject: `Ein Platz ist frei: ${title}`,
    text: `für ${name} ist ein Platz in „${title}“ frei. Bitte nehmen Sie ihn bis ${until} über den Link unten an. Danach geht er an die Nächsten auf der Warteliste.`,
  }),
  confirmed: ({ name, title }) => ({
    subject: `Angemeldet: ${title}`,
    text: `${name} ist zu „${title}“ angemeldet. Termine, Preis und Abmeldung finden Sie über den Link unten.`,
  }),
  expired: ({ name, title }) => ({
    subject: `Frist abgelaufen: ${title}`,
    text: `die Frist für ${name} zu „${title}“ ist abgelaufen. Sie können sich jederzeit neu anmelden.`,
  }),
  rejected: ({ name, title, reason }) => ({
    subject: `Absage: ${title}`,
    text: `für ${name} können wir in „${title}“ leider keinen Platz zusagen.${reason && ` Grund: ${reason}`}`,
  }),
  cancelled: ({ name, title, reason }) => ({
    subject: `Abgemeldet: ${title}`,
    text: `${name} ist von „${title}“ abgemeldet.${reason && ` Grund: ${reason}`}`,
  }),
  annulled: ({ name, title, reason }) => ({
    subject: `Abgesagt: ${title}`,
    text: `„${title}“ findet leider nicht statt, die Anmeldung von ${name} ist aufgehoben.${reason && ` Grund: ${reason}`} Schon Bezahltes erstattet der Verein.`,
  }),
};

/** Posts the letter of an enrolment's state, once for each change; nobody is written to without an address. */
export async function postLetter(places: Places, row: ParticipationRow & { name: string }, reason?: string): Promise<void> {
  const { deed, settings, course } = places;
  const ends = row.offerExpiresAt ?? row.holdExpiresAt;
  const facts: Facts = {
    name: row.name,
    title: course.title,
    until: ends ? untilOf(ends) : '',
    reason: reason ?? (row.state === 'annulled' && course.cancelReason ? cancelReasonNames[course.cancelReason] : ''),
  };
  const letter = letters[row.state]?.(facts);
  if (!letter || !row.contactEmail) return;
  await postMail(deed.tx, {
    kind: 'manage',
    club: course.club,
    recipient: row.contactEmail,
    subject: letter.subject,
    body: `Guten Tag,\n\n${letter.text}\n\n${siteOf(settings, course.club)}/registration/${row.publicToken}\n`,
    onceKey: `participation:${row.id}:${row.state}:${row.version}`,
  });
}

/** An instant as the letters write it: 23.11.2026, 10:00 Uhr. */
export function untilOf(instant: Date): string {
  const { date, time } = localOf(instant);
  return `${germanDate(date)}, ${time} Uhr`;
}
