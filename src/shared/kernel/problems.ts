import { unexpected } from './unexpected.ts';

/** All error codes of the API with their HTTP status and German title. The identity codes are those of section 8 of the specification. */
export const problems = {
  'invalid-input': { status: 422, title: 'Bitte prüfen Sie die markierten Angaben.' },
  'invalid-argument': { status: 400, title: 'Die Anfrage enthält eine ungültige Angabe.' },
  'invalid-json': { status: 400, title: 'Die Anfrage ist nicht zu lesen.' },
  'unsupported-media-type': { status: 415, title: 'Dieses Format wird nicht angenommen.' },
  'payload-too-large': { status: 413, title: 'Die Anfrage ist zu groß.' },
  unauthenticated: { status: 401, title: 'Bitte loggen Sie sich ein.' },
  'invalid-credential': { status: 401, title: 'Die Anmeldung war nicht möglich.' },
  'wrong-password': { status: 422, title: 'Das Passwort stimmt nicht.' },
  'passkey-refused': { status: 422, title: 'Dieser Passkey passt hier nicht.' },
  'weak-password': { status: 422, title: 'Das Passwort erfüllt die Regel nicht.' },
  'new-password-needed': { status: 409, title: 'Bitte wählen Sie dafür ein Passwort.' },
  'invalid-link': { status: 410, title: 'Dieser Link ist abgelaufen oder wurde schon benutzt.' },
  'reauthentication-required': { status: 403, title: 'Bitte bestätigen Sie zuerst Ihr Passwort.' },
  'second-factor-required': { status: 403, title: 'Bitte richten Sie zuerst den zweiten Faktor ein.' },
  forbidden: { status: 403, title: 'Das dürfen Sie mit Ihrer Rolle nicht.' },
  'origin-refused': { status: 403, title: 'Die Anfrage kam von einer fremden Seite.' },
  'not-found': { status: 404, title: 'Das gibt es nicht (mehr).' },
  'method-not-allowed': { status: 405, title: 'Diese Adresse kennt diese Anfrage nicht.' },
  'request-timeout': { status: 408, title: 'Die Anfrage kam nicht rechtzeitig an.' },
  conflict: { status: 409, title: 'Das wurde inzwischen geändert. Bitte laden Sie neu.' },
  'in-progress': { status: 409, title: 'Diese Anfrage läuft schon.' },
  'already-committed': { status: 409, title: 'Diese Änderung wurde schon ausgeführt.' },
  'has-bookings': { status: 409, title: 'Hier gibt es künftige Belegungen. Bitte stattdessen mit einem Datum stilllegen.' },
  'has-participants': { status: 409, title: 'Hier haben sich schon Menschen angemeldet. Bitte stattdessen absagen.' },
  occupied: { status: 409, title: 'Zu dieser Zeit ist schon belegt.' },
  'not-offered': { status: 409, title: 'Dieser Termin ist nicht (mehr) zu haben.' },
  'registration-closed': { status: 409, title: 'Die Anmeldung ist zurzeit nicht möglich.' },
  'waiting-list-full': { status: 409, title: 'Alles ausgebucht, und auf die Warteliste kann niemand mehr.' },
  'already-registered': { status: 409, title: 'Diese Person ist hier schon angemeldet.' },
  'seat-kept': {
    status: 409,
    title: 'Dieser Platz wurde eben erst abgesagt und gehört noch Ihnen. Bitte nehmen Sie die Absage zurück, statt neu anzumelden.',
  },
  'not-eligible': { status: 409, title: 'Diese Person kann an diesem Angebot nicht teilnehmen.' },
  'places-taken': { status: 409, title: 'So viele Plätze sind nicht frei.' },
  'quote-changed': { status: 409, title: 'Preis oder Plätze haben sich gerade geändert. Bitte sehen Sie noch einmal hin.' },
  'undo-over': { status: 409, title: 'Das lässt sich nicht mehr rückgängig machen.' },
  'trial-used': { status: 409, title: 'Diese Person hat hier schon so oft geschnuppert, wie es geht. Melden Sie sie gern an.' },
  'reply-closed': { status: 409, title: 'Für diesen Termin ist keine Antwort mehr möglich.' },
  'cards-off': { status: 409, title: 'Der Verein verkauft keine Karten. Eingeschaltet werden sie unter Einstellungen, Verein.' },
  'holidays-off': {
    status: 409,
    title: 'Der Verein führt kein Ferienprogramm. Eingeschaltet wird es unter Einstellungen, Verein.',
  },
  'no-applications': { status: 409, title: 'Dieser Verein nimmt zurzeit keine Mitgliedsanträge online an.' },
  'text-needed': { status: 409, title: 'Diese Seite braucht der Mitgliedsantrag. Ausgeschaltet wird er unter Einstellungen, Verein.' },
  'wishes-closed': { status: 409, title: 'Für dieses Ferienprogramm werden keine Wünsche mehr angenommen.' },
  'offer-over': { status: 409, title: 'Dieses Angebot ist abgelaufen oder wurde schon beantwortet.' },
  'duty-overlaps': { status: 409, title: 'Zu dieser Zeit hat diese Person schon einen Dienst.' },
  'reminded-today': { status: 409, title: 'Diese Zahler sind heute schon erinnert worden. Morgen geht es wieder.' },
  'wrong-state': { status: 409, title: 'Das geht jetzt nicht (mehr).' },
  'second-person': { status: 409, title: 'Wer das angelegt hat, gibt es nicht selbst frei. Das tut eine zweite Person.' },
  'not-ready': { status: 409, title: 'Es fehlt noch etwas, bevor das geht.' },
  'period-closed': {
    status: 409,
    title:
      'Dieser Zeitraum ist abgeschlossen. Bitte buchen Sie mit einem späteren Tag, und erlassen statt stornieren. Den Abschluss hebt nur ein Superuser auf (unter „Jahr“).',
  },
  'changed-since-preview': { status: 409, title: 'Seit der Vorschau hat sich etwas geändert. Bitte sehen Sie sie noch einmal an.' },
  'selection-changed': {
    status: 409,
    title: 'Seit der Auswahl sind andere dazugekommen oder weggefallen. Bitte wählen Sie noch einmal aus.',
  },
  'last-super': { status: 409, title: 'Der letzte Superuser muss bleiben.' },
  'last-admin': { status: 409, title: 'Der letzte Vorstand eines Vereins muss bleiben.' },
  'member-number-taken': { status: 409, title: 'Diese Mitgliedsnummer ist schon vergeben.' },
  'too-many-rows': {
    status: 422,
    title: 'Für eine Datei dieser Art sind das zu viele Zeilen. Bitte eingrenzen; als CSV sind oft mehr möglich.',
  },
  'already-member': { status: 409, title: 'Diese Person ist in dieser Zeit schon Mitglied.' },
  'email-already-in-use': { status: 409, title: 'Diese E-Mail-Adresse wird schon benutzt.' },
  'pause-not-possible': { status: 422, title: 'Diese Pause ist nicht möglich.' },
  'move-not-possible': {
    status: 409,
    title: 'Dieser Gruppenwechsel ist nicht (mehr) möglich. Bitte sehen Sie die Gruppen noch einmal an.',
  },
  'push-endpoint-refused': { status: 422, title: 'Auf diesem Gerät lassen sich Mitteilungen nicht einschalten.' },
  'too-many-watches': { status: 429, title: 'Sie haben schon fünf Bescheide. Beenden Sie zuerst einen: Der Link steht in jeder Mail.' },
  'too-many-requests': { status: 429, title: 'Zu viele Versuche. Bitte warten Sie einen Augenblick.' },
  'department-in-use': { status: 409, title: 'Die Abteilung wird noch benutzt. Sie kann enden, aber nicht gelöscht werden.' },
  'organisation-in-use': { status: 409, title: 'Diese Organisation hat noch Hallenzeiten vor sich.' },
  'file-in-use': { status: 409, title: 'Die Datei wird noch verwendet.' },
  'key-reused': { status: 422, title: 'Dieser Anfrageschlüssel gehört zu einer anderen Anfrage.' },
  'internal-error': { status: 500, title: unexpected },
  maintenance: {
    status: 503,
    title: 'Am Portal wird gerade gearbeitet. Ihre Eingaben bleiben stehen; bitte versuchen Sie es später noch einmal.',
  },
  unavailable: { status: 503, title: 'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** The error of one field: its path in the input ("address.city") and a German message. */
export type FieldProblem = { path: string; message: string };

/** Who changed a record last, by name, and when (ISO instant). */
export type Save = { by: string; at: string };

/** The body of every error response (RFC 9457, application/problem+json). */
export type ProblemBody = {
  type: string;
  status: number;
  code: ProblemCode;
  title: string;
  requestId: string;
  fields?: FieldProblem[];
  /** With `conflict`: who else saved the record last. */
  saved?: Save;
};

/** Whether a value from outside is a known error code. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problems, code);
}
