import { germanDate } from '#shared/kernel/calendar.ts';
import type { DonationSettings, ReceiptContent } from './contract.ts';
import { noticeYears, type NoticeKind } from './words.ts';

/** The last day on which a receipt may be issued based on a tax notice (§ 63 Abs. 5 AO). */
export function noticeEnds({ noticeKind, noticeOn }: { noticeKind: NoticeKind; noticeOn: string }): string {
  return `${Number(noticeOn.slice(0, 4)) + noticeYears[noticeKind]}${noticeOn.slice(4)}`;
}

/** What is missing for a receipt, as sentences; empty if nothing is. */
export function lacking(settings: DonationSettings | null, today: string): string[] {
  if (!settings) return ['Die Angaben für Zuwendungsbestätigungen fehlen.'];
  const ends = noticeEnds(settings);
  if (today > ends)
    return [`Der Bescheid vom ${germanDate(settings.noticeOn)} galt für Bestätigungen bis ${germanDate(ends)} (§ 63 Abs. 5 AO).`];
  return [];
}

const law =
  'im Sinne des § 10b des Einkommensteuergesetzes an eine der in § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes bezeichneten Körperschaften, Personenvereinigungen oder Vermögensmassen';

/** The sentences of a receipt, in the wording of the official template (BMF-Schreiben vom 07.11.2013, BStBl I S. 1333, Anlagen 3, 14). */
export function receiptTexts({ settings, lines, isCollective }: Pick<ReceiptContent, 'settings' | 'lines' | 'isCollective'>) {
  const { taxOffice, taxNumber, noticeKind, noticeOn, assessedFor, purposes } = settings;
  const isWaiver = lines.some(({ kind }) => kind === 'waiver');
  const notice =
    noticeKind === 'exemption'
      ? `Wir sind wegen Förderung ${purposes} nach dem Freistellungsbescheid bzw. nach der Anlage zum Körperschaftsteuerbescheid des Finanzamtes ${taxOffice}, StNr. ${taxNumber}, vom ${germanDate(noticeOn)} für den letzten Veranlagungszeitraum ${assessedFor} nach § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes von der Körperschaftsteuer und nach § 3 Nr. 6 des Gewerbesteuergesetzes von der Gewerbesteuer befreit.`
      : `Die Einhaltung der satzungsmäßigen Voraussetzungen nach den §§ 51, 59, 60 und 61 AO wurde vom Finanzamt ${taxOffice}, StNr. ${taxNumber}, mit Bescheid vom ${germanDate(noticeOn)} nach § 60a AO gesondert festgestellt. Wir fördern nach unserer Satzung ${purposes}.`;
  return {
    title: isCollective ? 'Sammelbestätigung über Geldzuwendungen' : 'Bestätigung über Geldzuwendungen',
    law,
    waiver: isCollective
      ? 'Ob es sich um den Verzicht auf Erstattung von Aufwendungen handelt, ist der Anlage zur Sammelbestätigung zu entnehmen.'
      : `Es handelt sich um den Verzicht auf Erstattung von Aufwendungen: ${isWaiver ? 'Ja' : 'Nein'}.`,
    notice,
    use: `Es wird bestätigt, dass die Zuwendung nur zur Förderung ${purposes} verwendet wird.`,
    noFee:
      'Es wird bestätigt, dass es sich nicht um einen Mitgliedsbeitrag handelt, dessen Abzug nach § 10b Abs. 1 des Einkommensteuergesetzes ausgeschlossen ist.',
    once: isCollective
      ? 'Es wird bestätigt, dass über die in der Gesamtsumme enthaltenen Zuwendungen keine weiteren Bestätigungen, weder formelle Zuwendungsbestätigungen noch Beitragsquittungen oder Ähnliches ausgestellt wurden und werden.'
      : '',
    unsigned: isUnsigned({ settings, lines })
      ? `Diese Bestätigung wurde maschinell erstellt und gilt ohne Unterschrift. Das Verfahren ist dem Finanzamt am ${germanDate(settings.announcedOn ?? '')} angezeigt worden (R 10b.1 Abs. 4 EStR).`
      : '',
    hints: [
      'Wer vorsätzlich oder grob fahrlässig eine unrichtige Zuwendungsbestätigung erstellt oder veranlasst, dass Zuwendungen nicht zu den in der Zuwendungsbestätigung angegebenen steuerbegünstigten Zwecken verwendet werden, haftet für die entgangene Steuer (§ 10b Abs. 4 EStG, § 9 Abs. 3 KStG, § 9 Nr. 5 GewStG).',
      'Diese Bestätigung wird nicht als Nachweis für die steuerliche Berücksichtigung der Zuwendung anerkannt, wenn das Datum des Freistellungsbescheides länger als 5 Jahre bzw. das Datum der Feststellung der Einhaltung der satzungsmäßigen Voraussetzungen nach § 60a Abs. 1 AO länger als 3 Jahre seit Ausstellung des Bescheides zurückliegt (§ 63 Abs. 5 AO).',
    ],
  };
}

/** Whether a receipt is valid without a signature: the tax office was informed, and it only contains money donations. */
export function isUnsigned({ settings, lines }: Pick<ReceiptContent, 'settings' | 'lines'>): boolean {
  return Boolean(settings.announcedOn) && lines.every(({ kind }) => kind === 'money');
}
