import { hasFeature, type Club } from '../clubs.ts';
import { pageOf, type PageName } from '../pages.ts';

/** The staff menu: its groups in order, each with the pages of its entries. */
export const staffMenu: readonly { title?: string; pages: readonly PageName[] }[] = [
  { pages: ['admin'] },
  { title: 'Sport', pages: ['adminCourses', 'adminParticipants', 'mobileParticipantList', 'adminEvents', 'adminHours'] },
  { title: 'Hallen', pages: ['adminBookings', 'adminSeasons', 'adminFacilities', 'adminOrganisations'] },
  { title: 'Mitglieder', pages: ['adminMembers', 'adminTrainers', 'adminDepartments', 'adminOperations'] },
  { title: 'Geld', pages: ['adminCharges', 'adminFees', 'adminBank', 'adminExpenses', 'adminYear', 'adminCourseStat'] },
  { title: 'Mitteilen', pages: ['adminMail', 'adminNews', 'adminPages', 'adminFiles', 'adminFeedback'] },
  {
    title: 'Verwalten',
    pages: ['adminUser', 'adminConfig', 'adminMemberStatistic', 'adminPrivacy', 'adminDeleted', 'adminAudit', 'adminVersionInfo'],
  },
];

/** Pages that share an entry of the staff menu, which is one of them: on each of them the others are tabs, in this order. */
export const menuTabs: { readonly [entry in PageName]?: readonly PageName[] } = {
  adminCourses: ['adminCourses', 'adminHoliday'],
  adminMembers: ['adminMembers', 'adminContracts'],
  adminCharges: ['adminMoney', 'adminCharges', 'adminDunning'],
  adminFees: ['adminFees', 'adminMandates'],
  adminBank: ['adminBank', 'adminDebits', 'adminPayouts'],
  adminYear: ['adminYear', 'adminDonations'],
};

/** The words of public pages in the bar of a phone, where five entries share its width. */
export const shortLabels: { readonly [name in PageName]?: string } = { news: 'Neues', myClub: 'Verein' };

/**
 * The pages in the header of a club's site. Only the association, which manages the halls, lists the hall plan; other
 * sites link to it from today's hall times.
 */
export function publicMenuOf(club: Club): PageName[] {
  const names: PageName[] = ['offers', 'events', ...(club.name === 'GSV' ? (['halls'] as const) : []), 'news', 'myClub'];
  return names.filter((name) => {
    const { feature } = pageOf(name);
    return !feature || hasFeature(club, feature);
  });
}

/** The pages in the bar of a phone on a club's site: those of the header, and the halls where the club has no news. */
export function thumbMenuOf(club: Club): PageName[] {
  const names = publicMenuOf(club);
  return names.includes('news') || names.includes('halls') ? names : names.toSpliced(-1, 0, 'halls');
}
