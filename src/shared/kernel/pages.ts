import { isAtLeast, roleNames, type Role } from './roles.ts';
import { clubNames, hasFeature, type ClubFlags, type ClubName } from './clubs.ts';
import type { Feature } from './permissions.ts';
import { keysOf } from './keys.ts';

export type Layout = 'default' | 'admin' | 'mobile';

/** A page of the product: its path, its title and the roles that may open it. */
export type Page = {
  /** The path; `$name` is a parameter, `$` the rest of the path. */
  path: string;
  title: string;
  /** The short label in the navigation, if the page is listed there. */
  label?: string;
  /** An icon of the collection "tabler". */
  icon?: string;
  layout: Layout;
  /** The roles that may open the page; without it the page has no role rule (specification section 6). */
  roles?: readonly Role[];
  /** For pages that everybody may open: the roles whose menu lists it. */
  usedBy?: readonly Role[];
  /** The feature that the page belongs to. Not set on pages of one record, where the club of the record decides. */
  feature?: Feature;
};

const everyRole = roleNames;
const staff = ['super', 'admin', 'editor', 'trainer'] as const;
const managers = ['super', 'admin', 'editor'] as const;
const board = ['super', 'admin'] as const;
const boardAndTrainers = ['super', 'admin', 'trainer'] as const;
const forBoard = { layout: 'admin', roles: board } as const;

/** All pages (specification sections 2 and 6); their keys are used by links, payload files and tests. */
export const pages = {
  home: { path: '/', title: 'Startseite', label: 'Start', icon: 'home', layout: 'default' },
  login: { path: '/login', title: 'Einloggen', layout: 'default' },
  offers: { path: '/offers', title: 'Angebote', label: 'Angebote', icon: 'run', layout: 'default' },
  events: { path: '/events', title: 'Termine', label: 'Termine', icon: 'calendar', layout: 'default' },
  feedback: { path: '/feedback', title: 'Rückmeldung', layout: 'default' },
  news: { path: '/news', title: 'Neuigkeiten', label: 'Neuigkeiten', icon: 'news', layout: 'default', feature: 'news' },
  support: { path: '/support', title: 'Hilfe', layout: 'default' },
  myClub: { path: '/myClub', title: 'Mein Verein', label: 'Mein Verein', icon: 'shield', layout: 'default' },
  membership: { path: '/membership', title: 'Mitgliedschaft beantragen', layout: 'default' },
  course: { path: '/id/$course', title: 'Kurs', layout: 'default' },
  member: { path: '/member/$memberId', title: 'Mitglied', layout: 'default', roles: everyRole },
  me: { path: '/me', title: 'Meine Übersicht', icon: 'calendar-heart', layout: 'default', roles: everyRole },
  profile: { path: '/profile', title: 'Mein Profil', layout: 'default', roles: everyRole },
  profilePart: { path: '/profile/$part', title: 'Mein Profil', layout: 'default', roles: everyRole },
  rwaContent: { path: '/rwa/$', title: 'Rot-Weiß Auenfeld', layout: 'default' },
  scbContent: { path: '/scb/$', title: 'SC Blautal', layout: 'default' },
  gsvContent: { path: '/gsv/$', title: 'Gemeindesportverband Auenfeld', layout: 'default' },
  reset: { path: '/reset', title: 'Passwort festlegen', layout: 'default' },
  verify: { path: '/verify', title: 'E-Mail-Adresse bestätigen', layout: 'default' },
  registration: { path: '/registration/$token', title: 'Meine Anmeldung', layout: 'default' },
  trial: { path: '/trials/$token', title: 'Schnupperstunde', layout: 'default' },
  holiday: { path: '/holiday/$id', title: 'Ferienprogramm', layout: 'default' },
  watch: { path: '/watch/$token', title: 'Bescheid geben', layout: 'default' },
  cancelContract: { path: '/contracts/cancel', title: 'Verträge hier kündigen', layout: 'default' },
  withdrawContract: { path: '/contracts/withdraw', title: 'Vertrag widerrufen', layout: 'default' },
  contractDeclaration: { path: '/contracts/$token', title: 'Kündigung oder Widerruf', layout: 'default' },
  helpers: { path: '/helpers/$token', title: 'Helferliste', layout: 'default' },
  invitation: { path: '/invitation/$token', title: 'Einladung', layout: 'default' },
  access: { path: '/access/$token', title: 'Zugang prüfen', layout: 'default' },
  unsubscribe: { path: '/unsubscribe/$token', title: 'Newsletter abbestellen', layout: 'default' },
  halls: { path: '/halls', title: 'Hallenpläne', label: 'Hallen', icon: 'calendar-time', layout: 'default' },
  hallRequest: { path: '/hallRequest', title: 'Hallenzeit anfragen', layout: 'default' },
  ownHours: { path: '/organisation/$token', title: 'Unsere Hallenzeiten', layout: 'default' },
  books: { path: '/books/$token', title: 'Kassenprüfung', layout: 'default' },
  ownHallRequest: { path: '/hallRequest/$token', title: 'Ihre Anfrage', layout: 'default' },
  hall: { path: '/halls/$slug', title: 'Hallenplan', layout: 'default' },

  admin: { path: '/admin', title: 'Übersicht', label: 'Übersicht', icon: 'layout-dashboard', layout: 'admin', roles: staff },
  adminParticipants: {
    path: '/admin/participants',
    title: 'Kurse und Teilnehmer',
    label: 'Teilnehmende',
    icon: 'users-group',
    layout: 'admin',
    roles: staff,
  },
  adminCourses: {
    path: '/admin/courses/$',
    title: 'Sportangebote verwalten',
    label: 'Sportangebote',
    icon: 'run',
    layout: 'admin',
    roles: managers,
  },
  adminHoliday: { ...forBoard, path: '/admin/holiday/$', title: 'Ferienprogramm', label: 'Ferienprogramm', icon: 'sun' },
  adminEvents: {
    path: '/admin/events',
    title: 'Termine und Buchungen verwalten',
    label: 'Termine, Buchungen',
    icon: 'calendar-event',
    layout: 'admin',
    roles: managers,
  },
  adminBookings: {
    path: '/admin/bookings',
    title: 'Belegungspläne',
    label: 'Belegung',
    icon: 'calendar-time',
    layout: 'admin',
    roles: boardAndTrainers,
  },
  adminBookingRequests: { path: '/admin/bookings/requests', title: 'Anfragen', layout: 'admin', roles: board },
  adminFacilities: {
    path: '/admin/facilities',
    title: 'Sportstätten verwalten',
    label: 'Sportstätten',
    icon: 'building-stadium',
    layout: 'admin',
    roles: boardAndTrainers,
  },
  adminSeasons: {
    path: '/admin/seasons/$',
    title: 'Hallenvergabe',
    label: 'Hallenvergabe',
    icon: 'calendar-stats',
    layout: 'admin',
    roles: staff,
  },
  adminOrganisations: { ...forBoard, path: '/admin/organisations', title: 'Organisationen', label: 'Organisationen', icon: 'building' },
  adminMembers: { ...forBoard, path: '/admin/members', title: 'Mitgliederübersicht', label: 'Mitglieder', icon: 'id-badge-2' },
  adminTrainers: {
    path: '/admin/trainers',
    title: 'Übungsleitende',
    label: 'Übungsleitende',
    icon: 'user-check',
    layout: 'admin',
    roles: managers,
  },
  adminContracts: { ...forBoard, path: '/admin/contracts', title: 'Kündigungen und Widerrufe', label: 'Kündigungen', icon: 'file-x' },
  adminDepartments: { ...forBoard, path: '/admin/departments', title: 'Abteilungen', label: 'Abteilungen', icon: 'sitemap' },
  adminMemberStatistic: { ...forBoard, path: '/admin/memberStatistic', title: 'Tagebuch', label: 'Bestandserhebung', icon: 'notebook' },
  adminCourseStat: {
    ...forBoard,
    path: '/admin/courseStat',
    title: 'Kursstatistik / Kursabrechnung',
    label: 'Auswertung',
    icon: 'chart-bar',
  },
  adminMoney: { ...forBoard, path: '/admin/money', title: 'Geld', label: 'Geld im Überblick', icon: 'coin-euro' },
  adminCharges: { ...forBoard, path: '/admin/money/charges', title: 'Forderungen', label: 'Forderungen', icon: 'receipt' },
  adminDebits: { ...forBoard, path: '/admin/money/debits', title: 'Lastschrift', label: 'Lastschrift', icon: 'building-bank' },
  adminBank: { ...forBoard, path: '/admin/money/bank', title: 'Bank', label: 'Bank', icon: 'file-import' },
  adminPayouts: { ...forBoard, path: '/admin/money/payouts', title: 'Auszahlungen', label: 'Auszahlungen', icon: 'cash-banknote' },
  adminExpenses: {
    path: '/admin/money/expenses',
    title: 'Auslagen',
    label: 'Auslagen',
    icon: 'shopping-cart',
    layout: 'admin',
    roles: staff,
  },
  adminDunning: { ...forBoard, path: '/admin/money/dunning', title: 'Mahnungen', label: 'Mahnungen', icon: 'mail-exclamation' },
  adminDonations: { ...forBoard, path: '/admin/money/donations', title: 'Spenden', label: 'Spenden', icon: 'gift' },
  adminYear: { ...forBoard, path: '/admin/money/year', title: 'Jahr', label: 'Jahr', icon: 'calendar-check' },
  adminFees: { ...forBoard, path: '/admin/money/fees', title: 'Beiträge', label: 'Beiträge', icon: 'receipt-euro' },
  adminMandates: { ...forBoard, path: '/admin/money/mandates', title: 'Lastschriftmandate', label: 'Mandate', icon: 'signature' },
  adminHours: { path: '/admin/hours', title: 'Stundennachweise', label: 'Stunden', icon: 'clock-hour-4', layout: 'admin', roles: staff },
  adminNews: {
    ...forBoard,
    path: '/admin/news',
    title: 'Vereinsinformationen verwalten',
    label: 'Neuigkeiten',
    icon: 'news',
    feature: 'news',
  },
  adminPages: { ...forBoard, path: '/admin/pages', title: 'Inhaltsseiten verwalten', label: 'Seiten', icon: 'file-text' },
  adminOperations: {
    ...forBoard,
    path: '/admin/operations',
    title: 'Helferlisten verwalten',
    label: 'Helferlisten',
    icon: 'heart-handshake',
    feature: 'operationals',
  },
  adminMail: { path: '/admin/mail', title: 'Rundmails', label: 'Rundmails', icon: 'mail', layout: 'admin', usedBy: board },
  adminFeedback: {
    path: '/admin/feedback',
    title: 'Rückmeldungen',
    label: 'Rückmeldungen',
    icon: 'message-circle',
    layout: 'admin',
    usedBy: board,
  },
  adminFiles: { ...forBoard, path: '/admin/files', title: 'Dateien verwalten', label: 'Dateien', icon: 'folder' },
  adminPrivacy: { ...forBoard, path: '/admin/privacy', title: 'Datenschutz', label: 'Datenschutz', icon: 'lock' },
  adminUser: { ...forBoard, path: '/admin/user', title: 'Benutzer verwalten', label: 'Benutzer', icon: 'user-cog' },
  adminConfig: { ...forBoard, path: '/admin/config', title: 'Einstellungen', label: 'Einstellungen', icon: 'settings' },
  adminDeleted: {
    path: '/admin/deleted',
    title: 'Gelöschtes',
    label: 'Gelöschtes',
    icon: 'trash',
    layout: 'admin',
    roles: staff,
    usedBy: board,
  },
  adminAudit: {
    path: '/admin/audit',
    title: 'Vereinsinformationen verwalten',
    label: 'Verein und Protokoll',
    icon: 'history',
    layout: 'admin',
    roles: ['super'],
  },
  adminVersionInfo: { path: '/admin/versionInfo', title: 'Versionsinformationen', label: 'Version', icon: 'info-circle', layout: 'admin' },
  adminSampleAccordion: { path: '/admin/sampleAccordion', title: 'Musterseite', layout: 'admin' },

  mobileParticipants: {
    path: '/admin/mobile/participants',
    title: 'Kurse und Teilnehmer',
    label: 'Kurse',
    icon: 'run',
    layout: 'mobile',
    roles: staff,
    feature: 'participations',
  },
  mobileParticipantList: {
    path: '/admin/mobile/participantList',
    title: 'Anwesenheit',
    label: 'Anwesenheit',
    icon: 'checklist',
    layout: 'mobile',
    roles: staff,
    feature: 'participations',
  },
  mobileCourseMembers: {
    path: '/admin/mobile/courseMembers',
    title: 'Kursmitglieder',
    label: 'Kontakte',
    icon: 'address-book',
    layout: 'mobile',
    roles: staff,
    feature: 'participations',
  },
  mobileEventList: { path: '/admin/mobile/eventList', title: 'Terminliste', label: 'Termine', icon: 'calendar', layout: 'mobile' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** The names of all pages. */
export const pageNames = keysOf(pages);

/** Returns a page by its name. */
export function pageOf(name: PageName): Page {
  return pages[name];
}

/** Whether a role (undefined: not signed in) may open a page. The endpoints check their permissions independently of this. */
export function mayOpen(page: Page, role: Role | undefined): boolean {
  return !page.roles || (role !== undefined && page.roles.includes(role));
}

/** Whether the menu of a role lists a page. */
export function isOffered(page: Page, role: Role | undefined): boolean {
  return mayOpen({ ...page, ...(page.usedBy && { roles: page.usedBy }) }, role);
}

type Asked = {
  /** The club of the site. */ site: ClubName;
  clubs: { readonly [name in ClubName]: ClubFlags };
  viewer: { club: ClubName; role: Role } | undefined;
};

/**
 * Whether the feature of a page is switched on. A public page depends on the site's club; in the staff layouts it
 * depends on the user's own club, whatever the site, and a super has every club.
 */
export function isSwitchedOn({ feature, layout }: Page, { site, clubs, viewer }: Asked): boolean {
  if (!feature) return true;
  if (layout === 'default' || !viewer) return hasFeature(clubs[site], feature);
  const own = viewer.role === 'super' ? clubNames : [viewer.club];
  return own.some((name) => hasFeature(clubs[name], feature));
}

/** The start page after the sign-in: the admin area for staff, the home page for everybody else. */
export function pageAfterSignIn(role: Role): string {
  return isAtLeast(role, 'trainer') ? pages.admin.path : pages.home.path;
}
