import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';

/** Tells the owner of an account that its password was changed, and what to do when somebody else did it. */
export async function postPasswordNotice(
  tx: Transaction,
  settings: Settings,
  { email, club }: { email: string; club: ClubName },
): Promise<void> {
  const body = `Guten Tag,\n\ndas Passwort Ihres Kontos wurde gerade geändert. Auf allen anderen Geräten wurden Sie abgemeldet.\n\nWaren Sie das nicht? Dann legen Sie bitte gleich ein neues fest:\n\n${siteOf(settings, club)}/login#passwort\n\nMelden Sie sich danach bei Ihrem Verein.\n`;
  await postMail(tx, { kind: 'notice', club, recipient: email, subject: 'Ihr Passwort wurde geändert', body });
}
