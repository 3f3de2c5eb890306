import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { attendanceStateNames } from '#shared/courses/sessionStates.ts';
import { roles } from '#shared/kernel/access.ts';
import { chargeStateNames } from '#shared/money/chargeWords.ts';
import { clearanceResultNames } from '#shared/people/clearances.ts';
import { consentNames } from '#shared/people/consents.ts';
import { hourSheetStates } from '#shared/money/hours.ts';
import { assignmentStateNames } from '#shared/helpers/helperListWords.ts';
import { genderNames } from '#shared/people/people.ts';

type Words = { readonly [code: string]: string };

const stateNames: { readonly [part: string]: Words } = {
  Anmeldungen: enrolmentStateNames,
  'Verlauf der Anmeldungen': enrolmentStateNames,
  Anwesenheit: attendanceStateNames,
  Helferdienste: assignmentStateNames,
  'Helferdienste ohne Konto': assignmentStateNames,
  Forderungen: chargeStateNames,
  Stundennachweise: hourSheetStates,
  'E-Mails': { queued: 'wartet', sent: 'gesendet', failed: 'nicht zustellbar', held: 'angehalten' },
};

const codes: { readonly [column: string]: Words } = {
  gender: genderNames,
  purpose: consentNames,
  result: clearanceResultNames,
  relation: { self: 'ist die Person selbst', guardian: 'sorgeberechtigt', delegate: 'beauftragt' },
  role: Object.fromEntries(roles.map(({ name, displayName }) => [name, displayName])),
};

/** The word for a code in a column of a part of the file; undefined for what is no code. */
export function wordOfCode(part: string, column: string, value: string): string | undefined {
  return column.endsWith('state') ? stateNames[part]?.[value] : codes[column]?.[value];
}

/** What the columns of a person's file are called on paper; columns without a word are of no use to a reader. */
export const columnWords: Words = {
  course: 'Angebot',
  event: 'Termin',
  department: 'Abteilung',
  session: 'Kurstermin',
  offer: 'Angebot oder Termin',
  firstname: 'Vorname',
  lastname: 'Nachname',
  birth_date: 'Geburtsdatum',
  gender: 'Geschlecht',
  email: 'E-Mail',
  phone: 'Telefon',
  mobile: 'Mobil',
  street: 'Straße',
  house_no: 'Hausnummer',
  postcode: 'Postleitzahl',
  city: 'Ort',
  emergency_contact_name: 'Notfallkontakt',
  emergency_contact_phone: 'Telefon im Notfall',
  notes: 'Notizen',
  member_no: 'Mitgliedsnummer',
  joined_on: 'Eintritt',
  notice_on: 'Kündigung',
  left_on: 'Austritt',
  leave_reason: 'Grund des Austritts',
  fee_group: 'Beitragsgruppe',
  valid_from: 'Von',
  valid_to: 'Bis',
  health_note: 'Gesundheitshinweis',
  allergies: 'Allergien',
  swim_badge: 'Schwimmabzeichen',
  pickup_rule: 'Abholung',
  purpose: 'Zweck',
  text_version: 'Fassung des Textes',
  granted_by_name: 'Eingewilligt durch',
  granted_at: 'Eingewilligt am',
  revoked_at: 'Widerrufen am',
  relation: 'Beziehung',
  registered_at: 'Angemeldet am',
  subject: 'Betreff',
  text: 'Text',
  answer: 'Antwort',
  name: 'Name',
  content_type: 'Art der Datei',
  size_bytes: 'Größe (Byte)',
  task: 'Dienst',
  quantity: 'Menge',
  starts_at: 'Beginn',
  comment: 'Bemerkung',
  state: 'Stand',
  from_state: 'Von Stand',
  to_state: 'Zu Stand',
  contact_email: 'E-Mail für Rückfragen',
  guardian_name: 'Sorgeberechtigt',
  staff_note: 'Notiz der Übungsleitung',
  cancel_reason: 'Grund der Absage',
  price_cents: 'Preis',
  full_price_cents: 'Ganzer Preis',
  leaves_on: 'Letzter Tag',
  notice_at: 'Gekündigt am',
  marked_at: 'Eingetragen am',
  reference: 'Zeichen',
  label: 'Bezeichnung',
  cents: 'Betrag',
  due_on: 'Fällig am',
  paid_on: 'Bezahlt am',
  settled_cents: 'Davon bezahlt oder erlassen',
  waived_cents: 'Davon erlassen',
  deferred_until: 'Gestundet bis',
  reminded_on: 'Zuletzt erinnert am',
  booked_on: 'Gebucht am',
  iban: 'IBAN',
  account_holder: 'Kontoinhaber',
  signed_on: 'Unterschrieben am',
  certificate_on: 'Datum des Führungszeugnisses',
  seen_on: 'Eingesehen am',
  result: 'Ergebnis',
  duty_ended_on: 'Tätigkeit bis',
  last_used_on: 'Zuletzt genutzt am',
  role: 'Rolle',
  local_date: 'Datum',
  at: 'Zeitpunkt',
  time: 'Zeitpunkt',
  content: 'Vorgang',
  reason: 'Grund',
  createdAt: 'Angelegt am',
  created_at: 'Angelegt am',
  way: 'Anmeldeweg',
  host: 'Gilt auf',
  lastUsedAt: 'Zuletzt genutzt am',
  askedAt: 'Gefragt am',
  enabledAt: 'Eingerichtet am',
  codesLeft: 'Übrige Ersatzcodes',
  lastLogin: 'Letzte Anmeldung',
  logins: 'Anmeldungen',
};
