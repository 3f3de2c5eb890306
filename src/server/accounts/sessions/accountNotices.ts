import { roleDisplayName, type Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';

type Owner = { email: string; club: ClubName };

/** Notifies the owner of an account of a changed password, and what to do if it was not them. */
export function postPasswordNotice(tx: Transaction, settings: Settings, owner: Owner): Promise<void> {
  return post(
    tx,
    settings,
    owner,
    'Ihr Passwort wurde geändert',
    'das Passwort Ihres Kontos wurde gerade geändert. Auf allen anderen Geräten wurden Sie ausgeloggt.',
  );
}

/** Notifies the owner of an account of its new address, at the old and the new one. */
export async function postAddressNotice(tx: Transaction, settings: Settings, owner: Owner, oldEmail: string): Promise<void> {
  const words = `die E-Mail-Adresse Ihres Kontos ist jetzt ${owner.email} (bisher ${oldEmail}). Auf allen anderen Geräten wurden Sie ausgeloggt.`;
  for (const email of [oldEmail, owner.email]) await post(tx, settings, { ...owner, email }, 'Ihre E-Mail-Adresse wurde geändert', words);
}

/** Notifies the owner of an account of its new role, and who assigned it. */
export function postRoleNotice(
  tx: Transaction,
  settings: Settings,
  owner: Owner,
  role: { before: Role; after: Role },
  by: string,
): Promise<void> {
  const words = `${by} hat Ihre Rolle im Vereinsportal geändert: Sie sind jetzt „${roleDisplayName(role.after)}“ (bisher „${roleDisplayName(role.before)}“). Bitte loggen Sie sich neu ein.`;
  return post(tx, settings, owner, 'Ihre Rolle wurde geändert', words, 'Ist das nicht richtig?');
}

/** Notifies the owner of an account of its new club. */
export function postClubNotice(tx: Transaction, settings: Settings, owner: Owner, clubName: string, by: string): Promise<void> {
  const words = `${by} hat Ihr Konto im Vereinsportal dem Verein ${clubName} zugeordnet. Bitte loggen Sie sich neu ein.`;
  return post(tx, settings, owner, 'Ihr Konto gehört zu einem anderen Verein', words, 'Ist das nicht richtig?');
}

const factorWords = {
  on: 'beim Einloggen mit Ihrem Konto wird ab jetzt auch ein Code aus Ihrer App gebraucht. Auf allen anderen Geräten wurden Sie ausgeloggt.',
  off: 'beim Einloggen mit Ihrem Konto wird ab jetzt kein Code mehr gebraucht. Auf allen anderen Geräten wurden Sie ausgeloggt.',
  'passkey-on':
    'für Ihr Konto wurde ein Passkey angelegt. Wer ihn hat, loggt sich damit ein. Auf allen anderen Geräten wurden Sie ausgeloggt.',
  'passkey-off':
    'ein Passkey Ihres Kontos wurde entfernt. Mit ihm kommt niemand mehr hinein. Auf allen anderen Geräten wurden Sie ausgeloggt.',
  codes: 'für Ihr Konto gibt es neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
} as const;

/** Notifies the owner of an account of a change of its second factor; `by` names the board member who made it. */
export function postFactorNotice(
  tx: Transaction,
  settings: Settings,
  owner: Owner,
  event: keyof typeof factorWords | 'reset' | 'reset-asked',
  by = '',
): Promise<void> {
  const subject = event.startsWith('passkey') ? 'Ihre Passkeys' : 'Ihr zweiter Faktor';
  if (event === 'reset')
    return post(
      tx,
      settings,
      owner,
      subject,
      `${by} hat den zweiten Faktor Ihres Kontos zurückgesetzt. Zum Einloggen genügt jetzt das Passwort, Passkeys wurden entfernt. Bitte richten Sie den zweiten Faktor in Ihrem Profil neu ein.`,
      'Haben Sie nicht darum gebeten?',
    );
  if (event === 'reset-asked')
    return post(
      tx,
      settings,
      owner,
      subject,
      `${by} möchte den zweiten Faktor Ihres Kontos zurücksetzen. Das geschieht, sobald eine zweite Person aus dem Vorstand zustimmt.`,
      'Haben Sie nicht darum gebeten?',
    );
  return post(tx, settings, owner, subject, factorWords[event]);
}

async function post(
  tx: Transaction,
  settings: Settings,
  { email, club }: Owner,
  subject: string,
  words: string,
  question?: string,
): Promise<void> {
  const way = question
    ? `${question} Dann melden Sie sich bitte bei Ihrem Verein.`
    : `Waren Sie das nicht? Dann legen Sie bitte gleich ein neues Passwort fest:\n\n${siteOf(settings, club)}/login#passwort\n\nMelden Sie sich danach bei Ihrem Verein.`;
  await postMail(tx, { kind: 'notice', club, recipient: email, subject, body: `Guten Tag,\n\n${words}\n\n${way}\n` });
}
