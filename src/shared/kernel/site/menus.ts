import { hasFeature, type Club } from '../clubs.ts';
import { pageOf, type PageName } from '../pages.ts';

/** The staff menu: its groups in order, each with its pages. */
export const staffMenu: readonly { title?: string; pages: readonly PageName[] }[] = [
  { pages: ['admin'] },
  { title: 'Sport', pages: ['adminCourses', 'adminParticipants', 'mobileParticipantList', 'adminHoliday', 'adminEvents', 'adminHours'] },
  { title: 'Hallen', pages: ['adminBookings', 'adminSeasons', 'adminFacilities', 'adminOrganisations'] },
  { title: 'Mitglieder', pages: ['adminMembers', 'adminTrainers', 'adminDepartments', 'adminContracts', 'adminOperations'] },
  {
    title: 'Geld',
    pages: [
      'adminMoney',
      'adminCharges',
      'adminFees',
      'adminMandates',
      'adminDebits',
      'adminBank',
      'adminDunning',
      'adminPayouts',
      'adminDonations',
      'adminYear',
      'adminCourseStat',
    ],
  },
  { title: 'Mitteilen', pages: ['adminMail', 'adminNews', 'adminPages', 'adminFiles', 'adminFeedback'] },
  {
    title: 'Verwalten',
    pages: ['adminUser', 'adminConfig', 'adminMemberStatistic', 'adminPrivacy', 'adminDeleted', 'adminAudit', 'adminVersionInfo'],
  },
];

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
