import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { DashboardCard } from './card.ts';
import { dashboardFigures } from './dashboardFigures.ts';
import { moneyCards } from './moneyCards.ts';

/** The cards of the dashboard in display order. A new card needs an entry here and a count in server/office/dashboard/counts.ts. */
export const dashboardCards = {
  sessionsToday: {
    title: 'Heute',
    words: ['Kurstermin, Anwesenheit eintragen', 'Kurstermine, Anwesenheit eintragen'],
    icon: 'checklist',
    link: '/admin/participants',
    search: { tab: 'sessions', view: 'today' },
    phoneLink: '/admin/mobile/participantList',
    permission: 'participations.mark',
    feature: 'participations',
  },
  sessionsUnmarked: {
    title: 'Anwesenheit fehlt',
    words: ['Termin der letzten 14 Tage ist nicht abgeschlossen', 'Termine der letzten 14 Tage sind nicht abgeschlossen'],
    icon: 'clipboard-off',
    link: '/admin/participants',
    search: { tab: 'sessions', view: 'open' },
    permission: 'participations.mark',
    feature: 'participations',
  },
  pendingRegistrations: {
    title: 'Anmeldungen',
    words: ['Anmeldung wartet auf Zusage', 'Anmeldungen warten auf Zusage'],
    icon: 'user-question',
    link: '/admin/participants',
    search: { tab: 'enrolments' },
    permission: 'participants.update',
    feature: 'participations',
  },
  offersRunningOut: {
    title: 'Angebote',
    words: ['angebotener Platz läuft in 24 Stunden ab', 'angebotene Plätze laufen in 24 Stunden ab'],
    icon: 'hourglass',
    link: '/admin/participants',
    search: { tab: 'enrolments', view: 'ending' },
    permission: 'participants.update',
    feature: 'participations',
  },
  visitsWithoutCard: {
    title: 'Karte leer',
    words: ['Besuch ist ohne Karte', 'Besuche sind ohne Karte'],
    icon: 'ticket-off',
    link: '/admin/participants',
    search: { tab: 'cards', view: 'open' },
    permission: 'punchCards.list',
    feature: 'participations',
  },
  holidaysToDraw: {
    title: 'Ferienprogramm',
    words: ['Runde wartet auf die Verlosung', 'Runden warten auf die Verlosung'],
    icon: 'sun',
    link: '/admin/holiday',
    permission: 'holidayRounds.manage',
  },
  coursesUnderMinimum: {
    title: 'Mindestzahl',
    words: ['Angebot beginnt in 14 Tagen mit zu wenigen Personen', 'Angebote beginnen in 14 Tagen mit zu wenigen Personen'],
    icon: 'users-minus',
    link: '/admin/courses',
    search: { status: 'few' },
    permission: 'courses.update',
  },
  bookingsToDecide: {
    title: 'Buchungsanfragen',
    words: ['Anfrage ist zu entscheiden', 'Anfragen sind zu entscheiden'],
    icon: 'calendar-question',
    link: '/admin/bookings/requests',
    permission: 'bookings.confirm',
  },
  hallRequests: {
    title: 'Anfragen von außen',
    words: ['Anfrage von außen ist zuzuordnen', 'Anfragen von außen sind zuzuordnen'],
    icon: 'building',
    link: '/admin/bookings/requests',
    permission: 'hallRequests.decide',
  },
  wishesToConfirm: {
    title: 'Hallenvergabe',
    words: ['bisherige Zeit ist zu bestätigen', 'bisherige Zeiten sind zu bestätigen'],
    icon: 'calendar-check',
    link: '/admin/seasons',
    permission: 'wishes.submit',
  },
  wishesToSend: {
    title: 'Hallenwünsche',
    words: ['Saison wartet auf Ihre Hallenwünsche', 'Saisons warten auf Ihre Hallenwünsche'],
    icon: 'calendar-question',
    link: '/admin/seasons',
    permission: 'wishes.submit',
  },
  objectionsToAnswer: {
    title: 'Einwände',
    words: ['Einwand zur Hallenvergabe ist zu beantworten', 'Einwände zur Hallenvergabe sind zu beantworten'],
    icon: 'message-question',
    link: '/admin/seasons',
    permission: 'seasons.plan',
  },
  bookingsDisplaced: {
    title: 'Nach Sperrung',
    words: ['Buchung braucht einen neuen Platz', 'Buchungen brauchen einen neuen Platz'],
    icon: 'calendar-x',
    link: '/admin/events',
    search: { show: 'displaced' },
    permission: 'bookings.create',
  },
  hallQuestions: {
    title: 'Fragen zu Hallen',
    words: ['Frage der Hallenverwaltung wartet auf Antwort', 'Fragen der Hallenverwaltung warten auf Antwort'],
    icon: 'message-question',
    link: '/admin/events',
    search: { tab: 'bookings' },
    permission: 'hallQuestions.answer',
  },
  openDefects: {
    title: 'Schäden',
    words: ['gemeldeter Schaden ist offen', 'gemeldete Schäden sind offen'],
    icon: 'tool',
    link: '/admin/facilities',
    search: { tab: 'defects' },
    permission: 'defects.update',
  },
  openShifts: {
    title: 'Helfer gesucht',
    words: ['Dienst der nächsten 14 Tage ist nicht besetzt', 'Dienste der nächsten 14 Tage sind nicht besetzt'],
    icon: 'heart-handshake',
    link: '/admin/operations',
    search: { tab: 'shifts' },
    permission: 'operational.update',
    feature: 'operationals',
  },
  sheetsToApprove: {
    title: 'Stundennachweise',
    words: ['Nachweis wartet auf Freigabe', 'Nachweise warten auf Freigabe'],
    icon: 'clock-hour-4',
    link: '/admin/hours',
    search: { state: 'submitted' },
    permission: 'hourSheets.approve',
  },
  contractDeclarations: {
    title: 'Kündigungen und Widerrufe',
    words: ['Kündigung oder Widerruf ist zu prüfen', 'Kündigungen und Widerrufe sind zu prüfen'],
    icon: 'file-x',
    link: '/admin/contracts',
    permission: 'contractDeclarations.list',
  },
  membershipRequests: {
    title: 'Anträge von Mitgliedern',
    words: ['Aufnahmeantrag oder Änderungswunsch ist zu entscheiden', 'Aufnahmeanträge und Änderungswünsche sind zu entscheiden'],
    icon: 'user-plus',
    link: '/admin/members',
    search: { tab: 'requests' },
    permission: 'members.update',
  },
  reportFaults: {
    title: 'Bestandserhebung',
    words: ['Fehler steht der Meldung im Weg', 'Fehler stehen der Meldung im Weg'],
    icon: 'file-alert',
    link: '/admin/memberStatistic',
    permission: 'memberStatistic.freeze',
  },
  accessToDecide: {
    title: 'Zugänge prüfen',
    words: ['Zugang zu einem Mitglied ist zu klären', 'Zugänge zu Mitgliedern sind zu klären'],
    icon: 'user-shield',
    link: '/admin/members',
    search: { tab: 'requests' },
    permission: 'personAccess.list',
  },
  guardiansEnding: {
    title: 'Bald 18',
    words: ['Zugang eines Elternteils endet bald', 'Zugänge von Eltern enden bald'],
    icon: 'cake',
    link: '/admin/members',
    search: { tab: 'requests' },
    permission: 'personAccess.list',
  },
  proofsEnding: {
    title: 'Nachweise',
    words: ['Nachweis ist abgelaufen oder endet in 90 Tagen', 'Nachweise sind abgelaufen oder enden in 90 Tagen'],
    icon: 'certificate',
    link: '/admin/trainers',
    search: { proofs: 'ending' },
    permission: 'trainerFiles.manage',
  },
  lastDaysMissing: {
    title: 'Leitet nichts mehr',
    words: ['Führungszeugnis braucht einen letzten Tag', 'Führungszeugnisse brauchen einen letzten Tag'],
    icon: 'user-off',
    link: '/admin/trainers',
    search: { state: 'idle' },
    permission: 'clearances.manage',
  },
  ...moneyCards,
  privacyCases: {
    title: 'Datenschutz',
    words: ['Vorfall oder Anfrage ist offen, die Frist läuft ab', 'Vorfälle und Anfragen sind offen, ihre Fristen laufen ab'],
    icon: 'shield-exclamation',
    link: '/admin/privacy',
    search: { tab: 'log' },
    permission: 'privacyLog.manage',
  },
  mailsFailed: {
    title: 'Mails gescheitert',
    words: ['Mail der letzten 30 Tage kam nicht an', 'Mails der letzten 30 Tage kamen nicht an'],
    icon: 'mail-x',
    link: '/admin/mail',
    search: { tab: 'outbox', state: 'failed' },
    permission: 'mail.outboxList',
  },
  backupOverdue: {
    title: 'Sicherung',
    words: ['Tag ist die Sicherung überfällig', 'Tage ist die Sicherung überfällig'],
    icon: 'database-export',
    link: '/admin/versionInfo',
    permission: 'ops.backupAge',
  },
  unansweredFeedback: {
    title: 'Rückmeldungen',
    words: ['Nachricht ist ohne Antwort', 'Nachrichten sind ohne Antwort'],
    icon: 'message-circle',
    link: '/admin/feedback',
    search: { state: 'unanswered' },
    permission: 'feedback.list',
  },
} as const satisfies { readonly [key: string]: DashboardCard };

export type DashboardCardName = keyof typeof dashboardCards;

/** The names of all cards, in display order. */
export const dashboardCardNames = keysOf(dashboardCards);

/** The open tasks of the user, and the key figures of the club. */
export const dashboardContract = {
  read: endpoint(
    { access: 'dashboard.read' },
    {
      method: 'GET',
      path: '/dashboard',
      summary: 'Offene Aufgaben',
      description: 'Counted with the permissions of the caller. Trainers get the counts of their own courses only.',
    },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        part: z.enum(['all', 'menu']).default('all').describe('The menu shows a part of the cards.'),
      }),
    )
    .output(z.array(z.object({ name: z.enum(dashboardCardNames), count: z.int() }))),
  figures: endpoint(
    { access: 'courseStat.read' },
    { method: 'GET', path: '/dashboard/figures', summary: 'Anmeldungen, Auslastung und Anwesenheit' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(dashboardFigures),
};
