import { disownDays } from '#shared/courses/declarationRules.ts';
import { declarationNames } from '#shared/courses/declarationWords.ts';
import { addDays, dayInWords, germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { contractDeclaration } from './table.ts';

type Row = typeof contractDeclaration.$inferSelect;
type Declared = Pick<Row, 'kind' | 'receivedAt' | 'name' | 'email' | 'contract' | 'person' | 'isExtraordinary' | 'reason' | 'wishedOn'>;

/** The subject of a declaration, if known. */
export type About = { title: string; name: string };

/** The text of the receipt: content, channel, and time to the second (§§ 312k, 356a BGB). */
export async function receiptOf(tx: Transaction, club: ClubName, declared: Declared): Promise<string> {
  const { kind, name, email, contract, person, isExtraordinary, reason, wishedOn } = declared;
  const isTermination = kind === 'termination';
  const { displayName } = (await readClubs({ orm: tx }))[club];
  const lines = [
    isTermination ? 'Kündigung über die Kündigungsschaltfläche' : 'Widerruf über die Widerrufsfunktion',
    `Eingegangen bei ${displayName} am ${momentOf(declared.receivedAt)}`,
    '',
    `Name: ${name}`,
    `E-Mail: ${email}`,
    `Vertrag: ${contract}`,
    ...(person ? [`Für: ${person}`] : []),
    ...(isTermination ? [`Art: ${isExtraordinary ? 'außerordentliche' : 'ordentliche'} Kündigung`] : []),
    ...(reason ? [`Grund: ${reason}`] : []),
    ...(isTermination ? [`Kündigung zum: ${wishedOn ? germanDate(wishedOn) : 'nächstmöglichen Zeitpunkt'}`] : []),
  ];
  return lines.join('\n');
}

/** Sends the receipt to the entered address, with the outcome so far and a link to disown the declaration. */
export async function postReceipt(tx: Transaction, settings: Settings, row: Row, secret: string, about?: About): Promise<void> {
  const word = declarationNames[row.kind];
  await postMail(tx, {
    kind: 'manage',
    club: row.club,
    recipient: row.email,
    subject: `Eingang: ${row.kind === 'termination' ? 'Ihre Kündigung' : 'Ihr Widerruf'}`,
    body: `Guten Tag,\n\nhiermit bestätigen wir den Eingang.\n\n${row.receipt}\n\n${outcomeOf(row, about)}\n\n${disownSentence(settings, row, secret)}\n`,
    onceKey: `declaration:${row.id}:receipt`,
    subjectId: row.id,
  });
  if (row.state === 'received')
    await notifyBoard(tx, settings, row.club, `${word} prüfen`, `${row.receipt}\n\n${row.why}`, `declaration:${row.id}:task`);
}

/** Warns the known address of a family that a declaration was made in its name from another address. */
export async function warnKnownAddress(tx: Transaction, settings: Settings, row: Row, recipient: string, secret: string): Promise<void> {
  const word = declarationNames[row.kind];
  await postMail(tx, {
    kind: 'manage',
    club: row.club,
    recipient,
    subject: `${word} unter Ihrem Namen`,
    body: `Guten Tag,\n\nunter dem Namen ${row.name} ist am ${momentOf(row.receivedAt)} von einer anderen E-Mail-Adresse eingegangen: ${word} für „${row.contract}“. Noch ist nichts geändert: Der Vorstand prüft das zuerst.\n\n${disownSentence(settings, row, secret)}\n`,
    onceKey: `declaration:${row.id}:elsewhere`,
    subjectId: row.id,
  });
}

/** Notifies the sender of the board's decision. */
export async function postDecision(tx: Transaction, row: Row, about?: About): Promise<void> {
  const word = declarationNames[row.kind];
  const result =
    row.state === 'confirmed' ? outcomeOf(row, about) : `${word} für „${row.contract}“: Der Vorstand kann das so nicht bestätigen.`;
  await postMail(tx, {
    kind: 'notice',
    club: row.club,
    recipient: row.email,
    subject: row.state === 'confirmed' ? `${word} bestätigt` : `${word} nicht angenommen`,
    body: `Guten Tag,\n\n${result}${row.answer && `\n\n${row.answer}`}\n\n${row.receipt}\n`,
    onceKey: `declaration:${row.id}:${row.state}`,
  });
}

/** Notifies the board that a declaration was disowned. */
export async function notifyOfDisowned(tx: Transaction, settings: Settings, row: Row): Promise<void> {
  const text = `Unter dieser Adresse wurde widersprochen: „Das war ich nicht.“ ${row.why}`;
  await notifyBoard(
    tx,
    settings,
    row.club,
    `${declarationNames[row.kind]} widersprochen`,
    `${row.receipt}\n\n${text}`,
    `declaration:${row.id}:undone`,
  );
}

async function notifyBoard(
  tx: Transaction,
  settings: Settings,
  club: ClubName,
  subject: string,
  text: string,
  onceKey: string,
): Promise<void> {
  const recipient = await readParameter(tx, 'feedbackMail');
  if (!recipient) return;
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient,
    subject,
    body: `${text}\n\nEntscheiden: ${siteOf(settings, club)}/admin/contracts\n`,
    onceKey,
  });
}

function outcomeOf({ kind, state, endsOn, contract }: Row, about?: About): string {
  const what = about ? `„${about.title}“ (${about.name})` : `„${contract}“`;
  if (state === 'received') return 'Wir prüfen das in den nächsten drei Werktagen und schreiben Ihnen.';
  if (kind === 'withdrawal')
    return `Der Vertrag über ${what} ist widerrufen. Sie bezahlen dafür nichts; schon Bezahltes erstattet der Verein.`;
  return endsOn
    ? `Der Vertrag über ${what} endet am ${germanDate(endsOn)}. Danach kostet er nichts mehr.`
    : `Der Vertrag über ${what} ist beendet.`;
}

function disownSentence(settings: Settings, { club, receivedAt }: Row, secret: string): string {
  const last = addDays(localOf(receivedAt).date, disownDays);
  return `Waren Sie das nicht? Dann widersprechen Sie hier bis zum ${germanDate(last)}:\n${siteOf(settings, club)}/contracts/${secret}`;
}

/** A time to the second: "Sonntag, 22.11.2026, um 17:05:12 Uhr". */
function momentOf(at: Date): string {
  const { date, time } = localOf(at);
  return `${dayInWords(date)}, um ${time}:${String(at.getUTCSeconds()).padStart(2, '0')} Uhr`;
}
