import type { ParameterName } from '#shared/club/config.ts';

/** An entry of the record of processing activities (GDPR Art. 30). A `{parameter}` in `period` is replaced by the club's setting. */
export type Processing = {
  title: string;
  purpose: string;
  basis: string;
  /** The categories of data subjects and of personal data. */
  people: string;
  recipients: string;
  period: string;
  /** The server folders whose tables store the data; a test requires every folder to be listed. */
  rooms: readonly string[];
};

/** The placeholder of a retention parameter in `period`. */
const set = (name: ParameterName) => `{${name}}`;

const nobodyElse = 'Vorstand und wer im Verein dafür zuständig ist; keine Weitergabe.';

/** The processing activities of the product. Each club adds its further ones by hand. */
export const processings: readonly Processing[] = [
  {
    title: 'Mitgliederverwaltung',
    purpose: 'Mitgliedschaften führen, von der Aufnahme bis zum Austritt; Familien und gesetzliche Vertretung; Ehrungen.',
    basis: 'Vertrag (Art. 6 Abs. 1 b DSGVO); für freiwillige Angaben Einwilligung (Art. 6 Abs. 1 a).',
    people:
      'Mitglieder, Sorgeberechtigte, wer Mitglied werden möchte: Name, Anschrift, Geburtsdatum, Geschlecht, Erreichbarkeit, Abteilungen.',
    recipients: 'Abteilungsleitungen für ihre Abteilung.',
    period: `${set('retention.formerMemberYears')} Jahre nach dem Austritt; Belege länger (siehe Beiträge und Zahlungen).`,
    rooms: [
      'people/members',
      'people/persons',
      'people/ofAge',
      'people/consentTexts',
      'people/requests',
      'people/imports',
      'club/departments',
    ],
  },
  {
    title: 'Bestandsmeldung',
    purpose: 'Jährliche Meldung der Mitgliederzahlen an Sportbund und Fachverbände; Zahlen für den Gemeindesportverband.',
    basis: 'Berechtigtes Interesse an Versicherung und Förderung (Art. 6 Abs. 1 f DSGVO), Satzung.',
    people: 'Mitglieder: Jahrgang, Geschlecht, Abteilung; je nach Verband mit Namen.',
    recipients: 'Landessportbund, Fachverbände; der Gemeindesportverband erhält nur Summen.',
    period: 'Eingefrorene Stände, solange die Meldung nachweisbar sein muss.',
    rooms: ['people/report'],
  },
  {
    title: 'Sportangebote und Anwesenheit',
    purpose: 'Anmeldung zu Kursen, Gruppen und Terminen, Wartelisten, Schnupperstunden, Anwesenheit, Kündigung und Widerruf.',
    basis: 'Vertrag (Art. 6 Abs. 1 b DSGVO); Gesundheitshinweise nur mit Einwilligung (Art. 9 Abs. 2 a).',
    people: 'Teilnehmende und ihre Sorgeberechtigten: Name, Alter, Erreichbarkeit, Notfallkontakt, Gesundheitshinweise, Anwesenheit.',
    recipients: 'Die Übungsleitung des Angebots; Gesundheitshinweise öffnet sie einzeln, das steht im Protokoll.',
    period: `Gesundheitshinweise und Wartelisten ${set('retention.healthNoteDays')} Tage nach dem letzten Kurs; Gäste ${set('retention.formerMemberYears')} Jahre nach dem letzten Besuch.`,
    rooms: [
      'courses/enrolments',
      'courses/attendance',
      'courses/offers',
      'courses/trials',
      'courses/ageSeason',
      'courses/priceChanges',
      'courses/watches',
      'courses/pauses',
      'courses/cards',
      'courses/holiday',
      'courses/declarations',
      'events',
    ],
  },
  {
    title: 'Beiträge und Zahlungen',
    purpose: 'Beiträge und Kursgebühren fordern, einziehen, mahnen und auszahlen; Spenden bescheinigen; Bücher führen.',
    basis: 'Vertrag (Art. 6 Abs. 1 b DSGVO); Aufbewahrung nach § 147 AO und § 257 HGB (Art. 6 Abs. 1 c).',
    people: 'Zahlende, Spendende, Empfänger von Auszahlungen: Name, Anschrift, Bankverbindung, Mandat, Forderungen, Zahlungen.',
    recipients: 'Die Bank des Vereins; Kassenprüfung und Finanzamt auf Verlangen.',
    period: `Belege ${set('retention.voucherYears')} Jahre, Mandate ${set('retention.mandateMonths')} Monate nach der letzten Lastschrift.`,
    rooms: [
      'money/auditors',
      'money/bank',
      'money/bank/rules',
      'money/books',
      'money/datev',
      'money/cash',
      'money/charges',
      'money/donations',
      'money/dunning',
      'money/entries',
      'money/expenses',
      'money/fees',
      'club/bankAccounts',
      'money/ledger',
      'money/levies',
      'money/mandates',
      'money/payments',
      'money/payouts',
      'money/sepa',
    ],
  },
  {
    title: 'Übungsleitende und Stunden',
    purpose: 'Eignung nachweisen (Lizenz, Erste Hilfe, Führungszeugnis), Stunden abrechnen, Freibeträge einhalten.',
    basis: 'Vertrag (Art. 6 Abs. 1 b DSGVO), § 72a SGB VIII, § 3 Nr. 26 und 26a EStG (Art. 6 Abs. 1 c).',
    people: 'Übungsleitende und Ehrenamtliche: Nachweise, vom Führungszeugnis nur Datum, Einsicht und Ergebnis, Stunden und Sätze.',
    recipients: nobodyElse,
    period: `Führungszeugnis 3 Monate nach der letzten Tätigkeit; Abrechnungen ${set('retention.voucherYears')} Jahre.`,
    rooms: ['people/trainers', 'money/hours'],
  },
  {
    title: 'Helferlisten',
    purpose: 'Dienste und Mitbringsel bei Veranstaltungen verteilen und erinnern.',
    basis: 'Einwilligung durch das Eintragen (Art. 6 Abs. 1 a DSGVO), Mitgliedschaft (Abs. 1 b).',
    people: 'Helfende: Name, Erreichbarkeit, übernommene Dienste, Stunden.',
    recipients: nobodyElse,
    period: `${set('retention.formerMemberYears')} Jahre nach dem letzten Kontakt.`,
    rooms: ['helpers/lists'],
  },
  {
    title: 'Hallen und Belegung',
    purpose: 'Hallenzeiten beantragen, vergeben und veröffentlichen; Schäden melden.',
    basis: 'Vertrag und berechtigtes Interesse an der gemeinsamen Nutzung (Art. 6 Abs. 1 b und f DSGVO).',
    people: 'Ansprechpersonen von Vereinen und Gruppen, Übungsleitungen, Meldende: Name und Erreichbarkeit.',
    recipients: 'Vereine und Gemeindesportverband gemeinsam (Art. 26 DSGVO); öffentlich nur Gruppe und Zeit.',
    period:
      'Ansprechpersonen 24 Monate nach dem Ende ihrer Aufgabe; Anfragen ohne Konto 7 Tage unbestätigt, 12 Monate nach der Entscheidung; Namen in Wünschen 3 Jahre, versandte Pläne mit Begründung 10 Jahre nach der Saison.',
    rooms: ['halls/bookings', 'halls/facilities', 'halls/organisations', 'halls/hallRequests', 'halls/seasons', 'halls/closures'],
  },
  {
    title: 'Mails und Nachrichten',
    purpose: 'Bescheide, Erinnerungen, Rundmails und Mitteilungen auf dem Gerät.',
    basis: 'Vertrag (Art. 6 Abs. 1 b DSGVO); Newsletter und Mitteilungen auf dem Gerät nur mit Einwilligung (Abs. 1 a).',
    people: 'Empfänger: Adresse, Inhalt, Zustellung; bei Mitteilungen das Gerät.',
    recipients: 'Der Mailanbieter; für Mitteilungen der Dienst des Browsers, der keinen Namen und keine Zeit erfährt.',
    period: `${set('retention.mailMonths')} Monate nach dem Senden.`,
    rooms: ['content/mails', 'platform/database', 'accounts/notices', 'accounts/push'],
  },
  {
    title: 'Internetauftritt und Rückmeldungen',
    purpose: 'Seiten, Neuigkeiten und Bilder veröffentlichen, Fragen beantworten.',
    basis: 'Berechtigtes Interesse (Art. 6 Abs. 1 f DSGVO); Bilder von Personen mit Einwilligung (Abs. 1 a).',
    people: 'Verfassende, Abgebildete, wer schreibt: Name, Adresse, Inhalt.',
    recipients: 'Die Öffentlichkeit, soweit veröffentlicht; Rückmeldungen nur der Vorstand.',
    period: `Rückmeldungen ${set('retention.feedbackMonths')} Monate nach der Antwort; Veröffentlichtes bis zum Widerruf; Gelöschtes 30 Tage.`,
    rooms: ['content/feedback', 'content/news', 'content/pages', 'club/bin', 'files/objects', 'office/feeds'],
  },
  {
    title: 'Datenschutzvorfälle und Anfragen',
    purpose: 'Fristen einhalten und nachweisen, wie der Verein auf Vorfälle und auf Anfragen zu Daten geantwortet hat.',
    basis: 'Rechtliche Verpflichtung (Art. 5 Abs. 2, Art. 12 und 33 Abs. 5, Art. 6 Abs. 1 c DSGVO).',
    people: 'Wer fragt oder betroffen ist: Name, Anliegen, Antwort; wer im Vorstand was getan hat.',
    recipients: 'Der Vorstand; bei einem meldepflichtigen Vorfall die Datenschutzaufsicht.',
    period: '3 Jahre nach dem Abschluss.',
    rooms: ['office/privacyLog'],
  },
  {
    title: 'Konten und Sicherheit',
    purpose: 'Anmeldung, Rechte, zweiter Faktor; nachvollziehen, wer was geändert oder eingesehen hat; Angriffe erkennen.',
    basis: 'Vertrag (Art. 6 Abs. 1 b DSGVO); Sicherheit der Verarbeitung (Art. 32, Art. 6 Abs. 1 f).',
    people: 'Menschen mit Konto: Name, Mailadresse, Rolle, Sitzungen, Geräte, Änderungen und Einsichten.',
    recipients: 'Der Betreiber des Servers; mit Anmeldedienst auch dieser.',
    period: `Protokoll ${set('retention.auditMonths')} Monate, Sicherheitsprotokoll ${set('retention.securityLogDays')} Tage, das Konto bis zu seiner Löschung.`,
    rooms: ['accounts/factors', 'accounts/passkeys', 'accounts/sessions', 'accounts/users', 'accounts/views'],
  },
];

/** The arrangement of the clubs and the association as joint controllers (GDPR Art. 26). */
export const jointTasks: readonly string[] = [
  'Gemeinsam verantwortlich sind die Vereine und der Gemeindesportverband für die Hallen: Anträge, Vergabe, Belegung und Schäden. Alles andere verantwortet jeder Verein allein.',
  'Der Gemeindesportverband vergibt die Zeiten, hält die Ansprechpersonen der Gruppen ohne eigenes Portal und löscht sie.',
  'Jeder Verein trägt die Daten seiner Gruppen ein, hält sie richtig und informiert die Menschen, um die es geht.',
  'Auskunft, Berichtigung und Löschung bekommt man bei jedem von ihnen; wer gefragt wird, antwortet und gibt es an die anderen weiter.',
  'Eine Datenpanne meldet, bei wem sie geschehen ist; im Zweifel der Gemeindesportverband.',
];

/** The technical and organisational measures (GDPR Art. 32); docs/security.md has the details. */
export const measures: readonly string[] = [
  'Verbindungen sind verschlüsselt (TLS); Bankverbindungen und Gesundheitshinweise liegen verschlüsselt, der Schlüssel außerhalb der Datenbank.',
  'Jede Rolle sieht, was sie braucht; Vereine sehen einander nicht, das erzwingt auch die Datenbank.',
  'Wer den Verein verwaltet, wird zu einem zweiten Faktor oder Passkey geführt; was Macht oder Geld bewegt, verlangt das Passwort noch einmal.',
  'Änderungen und Einsichten in besonders geschützte Angaben stehen im Protokoll, das der Server selbst nicht ändern kann.',
  'Sicherungen sind verschlüsselt und werden geprüft; was gelöscht wurde, kehrt auch mit ihnen nicht zurück.',
];
