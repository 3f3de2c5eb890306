import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { pages } from '#shared/kernel/pages.ts';
import { boardOf } from '#server/accounts/users/service.ts';
import type { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail, postMails } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { MandateRow } from './write.ts';

type PersonRow = typeof person.$inferSelect;

/** Notifies the payer of the account that the club collects from from now on. */
export async function notifyOfMandate(
  tx: Transaction,
  payer: PersonRow,
  { id, club, iban, reference, signedOn }: MandateRow,
): Promise<void> {
  if (!payer.email) return;
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: payer.email,
    subject: 'Ihr Lastschriftmandat ist eingetragen',
    body: `Guten Tag ${fullName(payer)},\n\nwir haben Ihr Lastschriftmandat eingetragen und ziehen künftig von Ihrem Konto ${maskedIban(iban)} ein. Vor jedem Einzug bekommen Sie eine Ankündigung.\n\nMandatsreferenz: ${reference ?? ''}\nUnterschrieben am: ${signedOn ? germanDate(signedOn) : ''}\n\nHaben Sie das nicht erlaubt? Dann antworten Sie bitte gleich dem Verein.\n`,
    onceKey: `mandate:${id}:new`,
  });
}

/** Notifies the payer that the club no longer collects from the account. */
export async function notifyOfEnd(tx: Transaction, payer: PersonRow, { id, club, iban, reference }: MandateRow, on: string): Promise<void> {
  if (!payer.email) return;
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: payer.email,
    subject: 'Ihr Lastschriftmandat ist beendet',
    body: `Guten Tag ${fullName(payer)},\n\nIhr Lastschriftmandat ${reference ?? ''} für das Konto ${maskedIban(iban)} ist seit dem ${germanDate(on)} beendet. Wir ziehen davon nichts mehr ein, außer was schon angekündigt ist. Was noch offen ist, steht in Ihrem Profil unter „Zahlungen“.\n`,
    onceKey: `mandate:${id}:end`,
  });
}

/** Tells the board that a payer has ended a mandate, and how many open charges wait for a transfer now. */
export async function tellBoardOfEnd(
  tx: Transaction,
  settings: Settings,
  payer: PersonRow,
  { id, club, iban, reference }: MandateRow,
  moved: number,
): Promise<void> {
  const board = await boardOf(tx, club);
  const open =
    moved === 0 ? '' : ` ${moved === 1 ? 'Eine offene Forderung wartet' : `${moved} offene Forderungen warten`} jetzt auf Überweisung.`;
  const body = `Guten Tag,\n\n${fullName(payer)} hat das Lastschriftmandat ${reference ?? ''} für das Konto ${maskedIban(iban)} heute selbst beendet.${open} Was gerade eingezogen wird, bleibt im Einzug.\n\nDie Mandate stehen unter ${siteOf(settings, club)}${pages.adminMandates.path}\n`;
  await postMails(
    tx,
    board.map((one) => ({
      kind: 'notice' as const,
      club,
      recipient: one.email,
      subject: 'Ein Lastschriftmandat ist beendet',
      body,
      onceKey: `mandate:${id}:end:${one.id}`,
    })),
  );
}
