import type { Page } from 'playwright-core';
import type { Role } from '../../src/shared/kernel/roles.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';

/** One picture: where it is taken, by whom, and what is done there first. */
export type Shot = {
  name: string;
  path: string;
  /** Nobody, if not said. */ role?: Role;
  club?: ClubName;
  /** Opens what has no address of its own: a drawer, a dialog, a record. */ arrange?: (page: Page) => Promise<void>;
};

const board = (name: string, path: string, arrange?: Shot['arrange']): Shot => ({ name, path, role: 'admin', ...(arrange && { arrange }) });
const trainer = (name: string, path: string, arrange?: Shot['arrange']): Shot => ({
  name,
  path,
  role: 'trainer',
  ...(arrange && { arrange }),
});
const press = (name: string | RegExp) => async (page: Page) => void (await page.getByRole('button', { name }).first().click());
const follow = (name: string | RegExp) => async (page: Page) =>
  void (await page.getByRole('main').getByRole('link', { name }).first().click());
const firstOf = (part: string) => async (page: Page) => void (await page.locator(part).first().click());

const publicPages: Shot[] = [
  ...(['RWA', 'SCB', 'GSV'] as const).flatMap((club) => [
    { name: `home-${club.toLowerCase()}`, path: '/', club },
    { name: `offers-${club.toLowerCase()}`, path: '/offers', club },
  ]),
  { name: 'offers-week', path: '/offers?view=week' },
  { name: 'offers-places', path: '/offers?view=places' },
  { name: 'course', path: '/offers', arrange: follow(/Kinderturnen/) },
  { name: 'course-scb', path: '/offers', club: 'SCB', arrange: follow('Tanzmäuse') },
  { name: 'events', path: '/events' },
  { name: 'news', path: '/news' },
  { name: 'news-article', path: '/news', arrange: firstOf('main article a') },
  { name: 'my-club', path: '/myClub' },
  { name: 'imprint', path: '/rwa/impressum' },
  { name: 'login', path: '/login' },
  { name: 'feedback', path: '/feedback' },
  { name: 'support', path: '/support' },
  { name: 'halls', path: '/halls', club: 'GSV' },
  { name: 'hall', path: '/halls', club: 'GSV', arrange: follow('Sporthalle am Bach') },
  { name: 'hall-request', path: '/hallRequest', club: 'GSV' },
  { name: 'cancel-contract', path: '/contracts/cancel' },
  { name: 'withdraw-contract', path: '/contracts/withdraw' },
  { name: 'not-found', path: '/gibt-es-nicht' },
];

const ownPages: Shot[] = [
  { name: 'me', path: '/me', role: 'reader' },
  { name: 'home-signed-in', path: '/', role: 'reader' },
  { name: 'profile', path: '/profile', role: 'reader' },
  ...['family', 'enrolments', 'payments', 'notices', 'calendar', 'consents', 'security', 'data'].map((part) => ({
    name: `profile-${part}`,
    path: `/profile/${part}`,
    role: 'reader' as const,
  })),
];

const sport: Shot[] = [
  trainer('own-proofs', '/profile/data'),
  board('dashboard', '/admin'),
  trainer('dashboard-trainer', '/admin'),
  { name: 'dashboard-editor', path: '/admin', role: 'editor' },
  { name: 'dashboard-super', path: '/admin', role: 'super' },
  { name: 'dashboard-gsv', path: '/admin', role: 'admin', club: 'GSV' },
  { name: 'dashboard-scb', path: '/admin', role: 'admin', club: 'SCB' },
  board('search', '/admin', async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Albers');
  }),
  board('courses', '/admin/courses'),
  board('course-editor', '/admin/courses', follow('Kinderturnen')),
  board('course-new', '/admin/courses/new'),
  board('templates', '/admin/courses', follow('Vorlagen')),
  board('participants', '/admin/participants'),
  board('participants-enrolments', '/admin/participants?tab=enrolments'),
  board('participants-sessions', '/admin/participants?tab=sessions'),
  board('participants-age', '/admin/participants?tab=ageSeason'),
  board('events-staff', '/admin/events'),
  board('hours', '/admin/hours'),
  trainer('hours-trainer', '/admin/hours'),
  trainer('attendance', '/admin/mobile/participantList'),
  trainer('attendance-list', '/admin/mobile/participantList', follow(/erwartet|anwesend/)),
  trainer('mobile-participants', '/admin/mobile/participants'),
  trainer('mobile-contacts', '/admin/mobile/courseMembers'),
  trainer('mobile-events', '/admin/mobile/eventList'),
];

const halls: Shot[] = [
  board('bookings-week', '/admin/bookings?view=week'),
  board('bookings-day', '/admin/bookings?view=day'),
  board('bookings-month', '/admin/bookings?view=month'),
  board('bookings-list', '/admin/bookings?view=list'),
  board('booking-new', '/admin/bookings', press(/^Buchen/)),
  { name: 'requests-gsv', path: '/admin/bookings/requests', role: 'admin', club: 'GSV' },
  { name: 'seasons-gsv', path: '/admin/seasons', role: 'admin', club: 'GSV' },
  { name: 'season-gsv', path: '/admin/seasons', role: 'admin', club: 'GSV', arrange: firstOf('main a[class*=name]') },
  ...[
    ['wishes', 'Nächste Saison'],
    ['plan', 'Sommerrunde'],
    ['compare', 'Sommerrunde'],
    ['objections', 'Sommerrunde'],
  ].map(([tab, season = '']): Shot => ({
    name: `season-${tab}`,
    path: '/admin/seasons',
    role: 'admin',
    club: 'GSV',
    arrange: async (page) => {
      await follow(season)(page);
      await page.waitForURL(/seasons\/./);
      await page.goto(`${page.url().split('?')[0]}?tab=${tab}`);
    },
  })),
  { name: 'organisations-gsv', path: '/admin/organisations', role: 'admin', club: 'GSV' },
  board('facilities', '/admin/facilities'),
  board('facilities-defects', '/admin/facilities?tab=defects'),
];

const members: Shot[] = [
  board('members', '/admin/members'),
  board('member-drawer', '/admin/members', press(/^Albers, /)),
  board('member-new', '/admin/members?form=new'),
  board('members-requests', '/admin/members?tab=requests'),
  board('members-import', '/admin/members?form=import'),
  board('members-duplicates', '/admin/members', press('Doppelte')),
  board('trainers', '/admin/trainers'),
  board('departments', '/admin/departments'),
  board('contracts', '/admin/contracts'),
  board('helper-lists', '/admin/operations'),
  board('helper-list', '/admin/operations', firstOf('main button[class*=link]')),
  board('helper-shifts', '/admin/operations?tab=shifts'),
];

const money: Shot[] = [
  ...[
    '',
    '/charges',
    '/charges?tab=neu',
    '/charges?tab=erstattungen',
    '/charges?tab=anfang',
    '/fees',
    '/fees?tab=familien',
    '/fees?tab=lauf',
    '/mandates',
    '/debits',
    '/bank',
    '/dunning',
    '/dunning?tab=stufen',
    '/payouts',
    '/donations',
    '/year',
  ].map((path) => board(`money${path.replaceAll(/[^a-z]+/g, '-') || '-start'}`, `/admin/money${path}`)),
  board('statistics', '/admin/courseStat'),
  board('statistics-billing', '/admin/courseStat?tab=abrechnung'),
];

const messages: Shot[] = [
  board('mail', '/admin/mail'),
  board('mail-sent', '/admin/mail?tab=sent'),
  board('mail-outbox', '/admin/mail?tab=outbox'),
  board('news-admin', '/admin/news'),
  board('news-editor', '/admin/news', firstOf('main button[class*=link]')),
  board('pages-admin', '/admin/pages'),
  board('pages-editor', '/admin/pages', firstOf('main li button')),
  board('files', '/admin/files'),
  board('feedback-admin', '/admin/feedback'),
];

const rest: Shot[] = [
  board('users', '/admin/user'),
  board('config', '/admin/config'),
  board('config-holidays', '/admin/config#ferien'),
  board('diary', '/admin/memberStatistic?tab=tagebuch'),
  board('report', '/admin/memberStatistic?tab=bestand'),
  board('privacy', '/admin/privacy'),
  ...['register', 'log', 'texts'].map((tab) => board(`privacy-${tab}`, `/admin/privacy?tab=${tab}`)),
  { name: 'audit', path: '/admin/audit', role: 'super' },
  { name: 'audit-log', path: '/admin/audit?tab=protokoll', role: 'super' },
  board('version', '/admin/versionInfo'),
];

/** Every kind of page, with the drawers and dialogs that make one of their own. */
export const shots: readonly Shot[] = [...publicPages, ...ownPages, ...sport, ...halls, ...members, ...money, ...messages, ...rest];
