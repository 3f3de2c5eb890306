import type { Feature, Permission } from '#shared/kernel/permissions.ts';

/** A frequent task of staff, found through the search by its title and keywords. */
export type DeskAction = {
  title: string;
  /** Additional search keywords. */
  words: string;
  /** An icon of the collection "tabler". */
  icon: string;
  /** The admin page of the task, with its form open if it has one. */
  link: string;
  permission: Permission;
  feature?: Feature;
};

/** Selecting an action only opens the page; it changes nothing. */
export const deskActions: readonly DeskAction[] = [
  { title: 'Mitglied aufnehmen', words: 'neu anlegen', icon: 'user-plus', link: '/admin/members?form=new', permission: 'members.create' },
  {
    title: 'Mitglieder einlesen',
    words: 'importieren csv excel liste',
    icon: 'table-import',
    link: '/admin/members?form=import',
    permission: 'members.import',
  },
  {
    title: 'Angebot anlegen',
    words: 'neuer kurs gruppe',
    icon: 'run',
    link: '/admin/courses/new',
    permission: 'courses.create',
  },
  {
    title: 'Anmeldungen zusagen',
    words: 'annehmen bestätigen wartet',
    icon: 'user-check',
    link: '/admin/participants?tab=enrolments',
    permission: 'participants.update',
    feature: 'participations',
  },
  {
    title: 'Kurstermin absagen',
    words: 'stunde fällt aus krank',
    icon: 'calendar-x',
    link: '/admin/participants?tab=sessions&view=week',
    permission: 'sessions.cancel',
    feature: 'participations',
  },
  { title: 'Halle buchen', words: 'belegen neu', icon: 'calendar-plus', link: '/admin/events?form=new', permission: 'bookings.create' },
  {
    title: 'Hallenanfragen entscheiden',
    words: 'zusagen ablehnen belegung',
    icon: 'calendar-question',
    link: '/admin/bookings/requests',
    permission: 'bookings.confirm',
  },
  {
    title: 'Freie Hallenzeit suchen',
    words: 'frei lücke',
    icon: 'calendar-search',
    link: '/admin/bookings?form=free',
    permission: 'bookings.confirm',
  },
  {
    title: 'Zahlung vermerken',
    words: 'bezahlt eingang überweisung bar',
    icon: 'cash',
    link: '/admin/money/charges?state=open',
    permission: 'charges.manage',
  },
  {
    title: 'Forderungen erstellen',
    words: 'abrechnen rechnung',
    icon: 'receipt',
    link: '/admin/courseStat?tab=abrechnung',
    permission: 'charges.manage',
  },
  {
    title: 'Kontoauszug einlesen',
    words: 'bank camt csv umsätze',
    icon: 'file-import',
    link: '/admin/money/bank',
    permission: 'charges.manage',
  },
  { title: 'Rundmail schreiben', words: 'newsletter an alle', icon: 'mail', link: '/admin/mail', permission: 'mail.listSent' },
  {
    title: 'Neuigkeit schreiben',
    words: 'beitrag nachricht',
    icon: 'news',
    link: '/admin/news?beitrag=neu',
    permission: 'news.create',
    feature: 'news',
  },
  {
    title: 'Helferliste anlegen',
    words: 'dienste schichten fest',
    icon: 'heart-handshake',
    link: '/admin/operations?form=new',
    permission: 'operational.create',
    feature: 'operationals',
  },
  {
    title: 'Benutzer einladen',
    words: 'zugang konto rolle',
    icon: 'user-cog',
    link: '/admin/user?form=invite',
    permission: 'users.create',
  },
  {
    title: 'Datenschutzvorfall oder Anfrage eintragen',
    words: 'datenpanne auskunft löschung frist dsgvo',
    icon: 'shield-exclamation',
    link: '/admin/privacy?tab=log&form=new',
    permission: 'privacyLog.manage',
  },
  {
    title: 'Stunden freigeben',
    words: 'übungsleiter nachweis abrechnung',
    icon: 'clock-hour-4',
    link: '/admin/hours?state=submitted',
    permission: 'hourSheets.approve',
  },
  {
    title: 'Auslagen prüfen',
    words: 'belege erstattung kilometer genehmigen',
    icon: 'shopping-cart',
    link: '/admin/money/expenses?show=decide',
    permission: 'expenses.approve',
  },
];
