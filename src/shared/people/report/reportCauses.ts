/** The reasons that prevent members from being reported, most severe first; each has its own repair. */
export const reportCauses = {
  'no-birth-date': { title: 'Geburtsdatum fehlt', why: 'Ohne Geburtsjahr lässt sich ein Mitglied nicht melden.', isBlocking: true },
  'future-birth-date': { title: 'Geburtsdatum nach dem Stichtag', why: 'Das kann nicht stimmen.', isBlocking: true },
  'no-gender': {
    title: 'Geschlecht nicht erfasst',
    why: 'Gemeldet wird männlich, weiblich, divers oder „ohne Angabe“. Das muss jemand gewählt haben.',
    isBlocking: true,
  },
  'no-association': {
    title: 'Abteilung ohne Fachverband',
    why: 'Ihre Mitglieder fehlen sonst beim Fachverband.',
    isBlocking: true,
  },
  'too-old': { title: 'Älter als 105 Jahre', why: 'Meist ist das Jahrhundert falsch.', isBlocking: false },
  'foreign-association': {
    title: 'Fachverband, in dem der Verein nicht Mitglied ist',
    why: 'Der Landessportbund weist diese Zahlen zurück.',
    isBlocking: false,
  },
  'no-department': {
    title: 'Keiner Abteilung zugeordnet',
    why: 'Diese Mitglieder zählen im Verein, aber bei keinem Fachverband.',
    isBlocking: false,
  },
  duplicate: {
    title: 'Vielleicht doppelt',
    why: 'Gleicher Name und gleiches Geburtsdatum: Sie würden zweimal gezählt.',
    isBlocking: false,
  },
  'open-department': {
    title: 'Ausgetreten, Abteilung noch offen',
    why: 'In der Abteilung stehen sie weiter.',
    isBlocking: false,
  },
} as const;

export type ReportCause = keyof typeof reportCauses;
