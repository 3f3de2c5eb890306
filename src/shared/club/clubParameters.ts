import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { line } from '#shared/kernel/fields.ts';
import { recordOf } from '#shared/kernel/keys.ts';

/** The membership number of a club at its association. */
export function clubNumberOf(club: ClubName) {
  return {
    shape: line(10),
    default: '',
    label: `Vereinsnummer beim Landessportbund (${club})`,
    help: 'Steht in der Datei ja.dat der Bestandserhebung.',
    isPublic: false,
  };
}

/** Additional payment methods that a club offers for enrolments. */
export function orderParametersOf<Club extends ClubName>(club: Club) {
  const of = <Key extends string>(key: Key, label: string, help: string) =>
    recordOf([`orders.${club}.${key}` as const], () => ({
      shape: z.boolean(),
      default: false,
      label: `${label} (${club})`,
      help,
      isPublic: false as const,
    }));
  return {
    ...of('cash', 'Bar bezahlen', 'Wer sich zu einem Angebot anmeldet, kann wählen, bar zu bezahlen.'),
    ...of(
      'but',
      'Bildung und Teilhabe',
      'Wer sich zu einem Angebot anmeldet, kann wählen, dass das Amt bezahlt. Die Forderung steht dann bei den offenen mit dieser Zahlungsart und wird nicht gemahnt.',
    ),
  };
}

/** Optional features of the offers of a club: multi-visit cards and rounds of the holiday programme. */
export function partsOf<Club extends ClubName>(club: Club) {
  const part = <Name extends string>(name: Name, label: string, help: string) =>
    recordOf([name], () => ({ shape: z.boolean(), default: false, label: `${label} (${club})`, help, isPublic: false as const }));
  return {
    ...part(
      `cards.${club}.sold`,
      'Karten mit mehreren Besuchen verkaufen',
      'Etwa Zehnerkarten: Jede Anwesenheit nimmt einen Besuch ab. Ausgeschaltet wird keine mehr verkauft; was verkauft ist, gilt weiter.',
    ),
    ...part(
      `holidays.${club}.rounds`,
      'Ferienprogramm mit Wünschen',
      'Familien wünschen sich Ferienangebote, die Plätze werden an einem Tag nach Wünschen und Los vergeben. Ausgeschaltet beginnt keine Runde mehr; was offen ist, läuft weiter.',
    ),
  };
}

/** The first month of the fee year of a club. */
export function feeYearOf(club: ClubName) {
  return {
    shape: z.int().min(1, 'Bitte ein Monat von 1 bis 12.').max(12, 'Bitte ein Monat von 1 bis 12.'),
    default: 1,
    label: `Das Beitragsjahr beginnt im Monat (${club})`,
    help: '1 ist Januar, 7 ist Juli. Von da an zählen Jahr, Halbjahr und Quartal, und das Alter am Anfang des Jahres.',
    isPublic: false,
  };
}

const years = z.array(z.string().regex(/^[1-9]\d{0,2}$/, 'Bitte ganze Zahlen von 1 bis 999.')).max(20);

/** The birthdays and years of membership that a club honours. */
export function honourParametersOf<Club extends ClubName>(club: Club) {
  const of = <Key extends string>(key: Key, label: string, help: string, usual: string[]) =>
    recordOf([`honours.${club}.${key}` as const], () => ({
      shape: years,
      default: usual,
      label: `${label} (${club})`,
      help,
      whenEmpty: 'Keine',
      isPublic: false as const,
    }));
  return {
    ...of('birthdays', 'Runde Geburtstage', 'Welche Geburtstage unter „Geburtstage und Jubiläen“ als rund gelten.', [
      '18',
      '50',
      '60',
      '65',
      '70',
      '75',
      '80',
      '85',
      '90',
      '95',
      '100',
    ]),
    ...of('memberYears', 'Jubiläen der Mitgliedschaft (Jahre)', 'Nach wie vielen Jahren der Verein Mitglieder ehrt.', [
      '10',
      '25',
      '40',
      '50',
      '60',
      '70',
    ]),
  };
}

/** Whether the club's reminders of overdue payments go out by themselves. */
export function remindsItselfOf(club: ClubName) {
  return {
    shape: z.boolean(),
    default: false,
    label: `Zahlungserinnerungen von selbst (${club})`,
    help: 'Jeden Morgen bekommt die Zahlungserinnerung (Stufe 0) per Mail, wer nach der Vorschau unter „Mahnungen“ an der Reihe ist. Mahnungen, Briefe und alles mit Gebühr verschickt immer ein Mensch.',
    isPublic: false,
  };
}

/** Whether the report of a year is divided by the spheres of tax law. */
export function spheresOf(club: ClubName) {
  return {
    shape: z.boolean(),
    default: true,
    label: `Einnahmen und Ausgaben nach Bereichen (${club})`,
    help: 'Ideeller Bereich, Vermögensverwaltung, Zweckbetrieb, wirtschaftlicher Geschäftsbetrieb. Ausgeschaltet steht unter „Jahr“ eine Liste ohne Bereiche; an jeder Buchung bleibt der Bereich vermerkt. Ob Ihr Verein die Aufteilung braucht, sagt die Steuerberatung.',
    isPublic: false,
  };
}
