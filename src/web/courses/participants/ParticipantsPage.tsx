import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { boot } from '#web/lib/boot.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { AgeSeasonPart } from '../ageSeason/AgeSeasonPart.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { EnrolmentsTab } from '../overview/EnrolmentsTab.tsx';
import { SessionsTab } from '../overview/SessionsTab.tsx';
import { Chooser } from './Chooser.tsx';
import { CoursePeople } from './CoursePeople.tsx';
import classes from './participants.module.css';
import { coursesQuery } from './queries.ts';

// Most clubs sell no cards.
const CardsTab = lazyPart(async () => (await import('../cards/CardsTab.tsx')).CardsTab);

const tabs = ['courses', 'enrolments', 'sessions', 'ageSeason', 'cards'] as const;
const address = z.object({
  club: clubName.optional(),
  tab: z.enum(tabs).default('courses'),
  course: z.uuid().optional(),
  print: z.enum(['list', 'sheet', 'emergency']).default('list'),
});

const tabNames: { readonly [name in (typeof tabs)[number]]: string } = {
  courses: 'Nach Angebot',
  enrolments: 'Anmeldungen',
  sessions: 'Kurstermine',
  ageSeason: 'Saisonwechsel',
  cards: 'Karten',
};

export const prefetch: Prefetch = async (client, search) => {
  const { club, tab } = addressOf(address, search);
  if (tab === 'courses') await client.prefetchQuery(coursesQuery(false, club));
};

/** The participants of each offer, and across offers the pending enrolments and the sessions (/admin/participants). */
export function Page() {
  const { user } = useAuth();
  const [{ club, tab, course, print }, setAddress] = useAddress(address);
  const navigate = useNavigate();
  if (!user) return null;
  const actor = { role: user.role.name };
  const shown = club ?? user.club.name;
  const hasLists = hasFeature(boot.clubs[shown], 'participations');
  const mayEdit = Boolean(may(actor, 'participants.update', 'club'));
  const offered: { readonly [name in (typeof tabs)[number]]: boolean } = {
    courses: hasLists || mayEdit,
    enrolments: hasLists && mayEdit,
    sessions: hasLists,
    ageSeason: mayEdit,
    cards: hasLists && may(actor, 'punchCards.list', 'club') === 'all',
  };
  // The filters of one tab mean nothing to another.
  const show = (next: string | null) =>
    void navigate({
      to: '.',
      search: { ...(club && { club }), ...(next !== 'courses' && { tab: next }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageTitle title={pages.adminParticipants.title}>
        {may(actor, 'participants.list', 'other') && (
          <ClubChoice value={shown} onChange={(next) => setAddress({ club: next, course: undefined })} />
        )}
      </PageTitle>
      <Tabs value={offered[tab] ? tab : 'courses'} onChange={show} keepMounted={false}>
        <TabList mb="md" className="no-print">
          {tabs
            .filter((name) => offered[name])
            .map((name) => (
              <Tabs.Tab key={name} value={name}>
                {tabNames[name]}
              </Tabs.Tab>
            ))}
        </TabList>
        <Tabs.Panel value="courses">
          {course ? (
            <CoursePeople key={course} courseId={course} club={club} view={print} onView={(next) => setAddress({ print: next })} />
          ) : (
            <div className={classes['columns']}>
              <Chooser
                club={club}
                mayMail={may(actor, 'mail.sendToOffer', 'club') === 'all'}
                mayPlan={Boolean(may(actor, 'courses.create', 'club'))}
              />
              <div className={classes['wideOnly']}>
                <EmptyState icon="users-group" title="Bitte wählen Sie einen Kurs." />
              </div>
            </div>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="enrolments">
          <EnrolmentsTab club={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="ageSeason">
          <AgeSeasonPart club={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="cards">
          <CardsTab club={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionsTab viewer={user} club={shown} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
