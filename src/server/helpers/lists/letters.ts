import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { AssignmentState } from '#shared/helpers/operationalWords.ts';
import { mailAddresses } from '#server/people/persons/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { operational, operationalAssignment, operationalShift } from './table.ts';

type Assignment = typeof operationalAssignment.$inferSelect;
type About = {
  deed: { tx: Transaction };
  settings: Settings;
  list: typeof operational.$inferSelect;
  shift: typeof operationalShift.$inferSelect;
};
type Occasion = AssignmentState | 'relieved' | 'reminder' | 'moved' | 'called-off';

/** What helpers read about a duty; whatever has no letter is told by the page alone. */
const letters: { readonly [occasion in Occasion]?: (duty: string) => { subject: string; text: string } } = {
  unverified: (duty) => ({
    subject: 'Bitte bestätigen: Ihr Dienst',
    text: `bitte bestätigen Sie innerhalb von 30 Minuten über den Link unten, dass Sie diesen Dienst übernehmen:\n\n${duty}\n\nHaben Sie sich nicht eingetragen, brauchen Sie nichts zu tun.`,
  }),
  confirmed: (duty) => ({
    subject: 'Eingetragen: Ihr Dienst',
    text: `danke, dass Sie helfen! Sie sind eingetragen:\n\n${duty}\n\nÜber den Link unten können Sie den Dienst in den Kalender übernehmen, wechseln oder abgeben.`,
  }),
  standby: (duty) => ({
    subject: 'Auf der Ersatzliste',
    text: `dieser Dienst ist schon besetzt, Sie stehen auf der Ersatzliste:\n\n${duty}\n\nWird ein Platz frei, rücken Sie nach und bekommen eine Mail.`,
  }),
  cancelled: (duty) => ({ subject: 'Ausgetragen: Ihr Dienst', text: `Sie sind von diesem Dienst ausgetragen:\n\n${duty}` }),
  relieved: (duty) => ({
    subject: 'Abgelöst: Ihr Dienst',
    text: `jemand hat Ihren Dienst übernommen, Sie sind dort nun nicht mehr eingetragen:\n\n${duty}`,
  }),
  reminder: (duty) => ({ subject: 'Erinnerung: Ihr Dienst', text: `bald ist es so weit:\n\n${duty}\n\nSchön, dass Sie dabei sind.` }),
  moved: (duty) => ({ subject: 'Geändert: Ihr Dienst', text: `Ihr Dienst hat sich geändert, er ist nun:\n\n${duty}` }),
  'called-off': (duty) => ({ subject: 'Abgesagt: Ihr Dienst', text: `dieser Dienst findet leider nicht statt:\n\n${duty}` }),
};

/** Writes to a helper about his duty: to the parents of a child, to the address that a guest gave; once for each occasion. */
export async function postDutyLetter(
  { deed, settings, list, shift }: About,
  row: Assignment,
  occasion: Occasion = row.state,
): Promise<void> {
  const letter = letters[occasion]?.(dutyInWords(list, shift));
  if (!letter) return;
  const known = row.personId ? await mailAddresses(deed.tx, [row.personId]) : undefined;
  const recipients = row.personId ? (known?.get(row.personId) ?? []) : row.guestEmail ? [row.guestEmail] : [];
  for (const recipient of recipients)
    await postMail(deed.tx, {
      kind: 'manage',
      club: list.club,
      recipient,
      subject: `${letter.subject} (${list.title})`,
      body: `Guten Tag,\n\n${letter.text}\n\n${siteOf(settings, list.club)}/helpers/${list.publicToken}?dienst=${row.manageToken}\n`,
      onceKey: `duty:${row.id}:${occasion}:${row.version}:${recipient}`,
    });
}

function dutyInWords({ title }: About['list'], { area, task, place, startsAt, endsAt, contact }: About['shift']): string {
  const [from, to] = [localOf(startsAt), localOf(endsAt)];
  const until = from.date === to.date ? to.time : `${germanDate(to.date)}, ${to.time}`;
  return [
    title,
    area ? `${area}: ${task}` : task,
    `${germanDate(from.date)}, ${from.time} bis ${until} Uhr`,
    place,
    contact && `Ansprechperson: ${contact}`,
  ]
    .filter(Boolean)
    .join('\n');
}
