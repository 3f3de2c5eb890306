import { inOwnLook } from '#web/ui/theme/DesignSystem.tsx';
import '#web/lib/call/client.ts';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { mayOpen, pageOf, type Page } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { isPageOn, ownClub } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { SearchButton } from '#web/office/search/SearchButton.tsx';
import { useOverlays } from '#web/ui/notices/overlays.ts';
import classes from './MobileLayout.module.css';
import { ThumbBar } from './ThumbBar.tsx';
import { usePageTitle } from '../usePageTitle.ts';

/** The frame for phones in the hall: the title at the top, the bar of the staff within reach of the thumb. */
export const MobileLayout = inOwnLook(MobileFrame);

function MobileFrame() {
  const title = usePageTitle();
  useOverlays();
  const { user } = useAuth();
  // Visitors have no admin area, and the association's site does not link to it (specification section 2). From an open
  // attendance list the link leads back to the list of sessions.
  const isInList = useRouterState({ select: ({ location }) => 'session' in location.search });
  const home = clubLooks[boot.club.name].showsStaffLinks && mayOpen(pageOf('admin'), user?.role.name) ? '/admin' : '/';
  const open = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page });
  return (
    <div className={classes['frame']}>
      <header className={`${classes['header']} no-print`}>
        <Link
          to={isInList ? pageOf('mobileParticipantList').path : home}
          search={({ day }: { day?: string }) => (isInList ? { day } : {})}
          className={classes['back']}
          aria-label={isInList ? 'Zu den Terminen' : home === '/' ? 'Zur Startseite' : 'Zur Verwaltung'}
        >
          <Icon name="arrow-left" size={24} />
        </Link>
        <span className={classes['title']}>{title}</span>
        <SearchButton />
      </header>
      <main id="content" className={classes['main']}>
        {open && !isPageOn(pageOf(open), user) ? <SwitchedOff page={pageOf(open)} /> : <Outlet />}
      </main>
      <ThumbBar />
    </div>
  );
}

/** The content of a page whose club flag is off. */
function SwitchedOff({ page }: { page: Page }) {
  const { user } = useAuth();
  return (
    <EmptyState icon={page.icon ?? 'ban'} title={`${ownClub(user).displayName} führt keine Teilnehmerlisten.`}>
      <p>Wer das Portal verwaltet, kann sie einschalten.</p>
    </EmptyState>
  );
}
