import { hasFeature, type Club } from '../clubs.ts';
import { pageOf, type PageName } from '../pages.ts';

/** The menu of the staff: its groups in their order, and the pages of each. */
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

/** The pages in the head of a club's site. The association manages the halls: there their plan is named, elsewhere it is reached from the halls of today. */
export function publicMenuOf(club: Club): PageName[] {
  const names: PageName[] = ['offers', 'events', ...(club.name === 'GSV' ? (['halls'] as const) : []), 'news', 'myClub'];
  return names.filter((name) => {
    const { feature } = pageOf(name);
    return !feature || hasFeature(club, feature);
  });
}
