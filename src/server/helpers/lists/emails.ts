import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { AssignmentState } from '#shared/helpers/helperListWords.ts';
import { mailsUnwanted, notifyAccounts, wordsOnChoices } from '#server/accounts/notices/service.ts';
import { accountsToNotify, mailAddresses } from '#server/people/persons/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { assignment, type helperList, type shift } from './table.ts';

type Assignment = typeof assignment.$inferSelect;
type About = {
  write: { tx: Transaction };
  settings: Settings;
  list: typeof helperList.$inferSelect;
  shift: typeof shift.$inferSelect;
};
type Occasion = AssignmentState | 'unverified-standby' | 'relieved' | 'reminder' | 'moved' | 'called-off';

/** The e-mails to helpers by occasion; an occasion without an entry is shown on the page only. */
const emails: { readonly [occasion in Occasion]?: (shift: string) => { subject: string; text: string } } = {
  unverified: (shift) => ({
    subject: 'Bitte bestätigen: Ihr Dienst',
    text: `bitte bestätigen Sie innerhalb von 30 Minuten über den Link unten, dass Sie diesen Dienst übernehmen:\n\n${shift}\n\nHaben Sie sich nicht eingetragen, brauchen Sie nichts zu tun.`,
  }),
  'unverified-standby': (shift) => ({
    subject: 'Bitte bestätigen: Ersatzliste',
    text: `dieser Dienst ist schon besetzt. Bitte bestätigen Sie innerhalb von 30 Minuten über den Link unten, dass Sie auf die Ersatzliste wollen:\n\n${shift}\n\nWird ein Platz frei, rücken Sie nach. Haben Sie sich nicht eingetragen, brauchen Sie nichts zu tun.`,
  }),
  confirmed: (shift) => ({
    subject: 'Eingetragen: Ihr Dienst',
    text: `danke, dass Sie helfen! Sie sind eingetragen:\n\n${shift}\n\nÜber den Link unten können Sie den Dienst in den Kalender übernehmen, wechseln oder abgeben.`,
  }),
  standby: (shift) => ({
    subject: 'Auf der Ersatzliste',
    text: `dieser Dienst ist schon besetzt, Sie stehen auf der Ersatzliste:\n\n${shift}\n\nWird ein Platz frei, rücken Sie nach und bekommen eine Mail.`,
  }),
  cancelled: (shift) => ({ subject: 'Ausgetragen: Ihr Dienst', text: `Sie sind von diesem Dienst ausgetragen:\n\n${shift}` }),
  relieved: (shift) => ({
    subject: 'Abgelöst: Ihr Dienst',
    text: `jemand hat Ihren Dienst übernommen, Sie sind dort nun nicht mehr eingetragen:\n\n${shift}`,
  }),
  reminder: (shift) => ({ subject: 'Erinnerung: Ihr Dienst', text: `bald ist es so weit:\n\n${shift}\n\nSchön, dass Sie dabei sind.` }),
  moved: (shift) => ({ subject: 'Geändert: Ihr Dienst', text: `Ihr Dienst hat sich geändert, er ist nun:\n\n${shift}` }),
  'called-off': (shift) => ({ subject: 'Abgesagt: Ihr Dienst', text: `dieser Dienst findet leider nicht statt:\n\n${shift}` }),
};

/** Sends a helper an e-mail about their shift, once per occasion: to the parents of a child, or to the address that a guest gave. */
export async function postAssignmentEmail(
  { write, settings, list, shift }: About,
  row: Assignment,
  occasion: Occasion = row.state,
): Promise<void> {
  const email = emails[occasion]?.(shiftInWords(list, shift));
  if (!email) return;
  const known = row.personId ? await mailAddresses(write.tx, [row.personId]) : undefined;
  const recipients = row.personId ? (known?.get(row.personId) ?? []) : row.guestEmail ? [row.guestEmail] : [];
  const isReminder = occasion === 'reminder';
  const isUnwanted = isReminder
    ? await mailsUnwanted(
        write.tx,
        'duties',
        recipients.map((email) => ({ email })),
      )
    : () => false;
  if (isReminder && row.personId) await remind(write.tx, list, row, { personId: row.personId, about: shiftInWords(list, shift) });
  for (const recipient of recipients) {
    if (isUnwanted(recipient)) continue;
    const secret = await issueLink(write.tx, assignment, row.id);
    await postMail(write.tx, {
      kind: 'manage',
      club: list.club,
      recipient,
      subject: `${email.subject} (${list.title})`,
      body: `Guten Tag,\n\n${email.text}\n\n${siteOf(settings, list.club)}/helpers/${list.publicToken}?dienst=${secret}\n${isReminder ? wordsOnChoices('duties', siteOf(settings, list.club)) : ''}`,
      onceKey: `duty:${row.id}:${occasion}:${row.version}:${recipient}`,
    });
  }
}

/** Adds the reminder to the inbox of the accounts that act for the helper. */
async function remind(tx: Transaction, list: About['list'], row: Assignment, { personId, about }: { personId: string; about: string }) {
  await notifyAccounts(tx, {
    userIds: await accountsToNotify(tx, [{ personId }]),
    club: list.club,
    topic: 'duty',
    title: `Erinnerung: Ihr Dienst (${list.title})`,
    body: about,
    onceKey: `duty:${row.id}:reminder:${row.version}`,
  });
}

function shiftInWords({ title }: About['list'], { area, task, place, startsAt, endsAt, contact }: About['shift']): string {
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
