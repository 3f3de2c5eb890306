import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import '#web/lib/call/client.ts';
import { Link, Outlet } from '@tanstack/react-router';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { mayOpen, pageNames, pageOf } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { SearchButton } from '#web/office/search/SearchButton.tsx';
import { useOverlays } from '#web/ui/notices/overlays.ts';
import classes from './MobileLayout.module.css';
import { usePageTitle } from '../usePageTitle.ts';

/** The frame for the phone in the hall: the title above, the few ways below where the thumb is. */
export const MobileLayout = inDesignSystem(MobileFrame);

function MobileFrame() {
  const title = usePageTitle();
  useOverlays();
  const { user } = useAuth();
  // A visitor has no admin area, and the association's site links to none (specification section 2).
  const home = clubLooks[boot.club.name].showsStaffLinks && mayOpen(pageOf('admin'), user?.role.name) ? '/admin' : '/';
  const shown = pageNames.map(pageOf).filter((page) => page.layout === 'mobile' && mayOpen(page, user?.role.name));
  return (
    <div className={classes['frame']}>
      <header className={`${classes['header']} no-print`}>
        <Link to={home} className={classes['back']} aria-label={home === '/' ? 'Zur Startseite' : 'Zur Verwaltung'}>
          <Icon name="arrow-left" size={24} />
        </Link>
        <span className={classes['title']}>{title}</span>
        <SearchButton />
      </header>
      <main id="content" className={classes['main']}>
        <Outlet />
      </main>
      <nav className={`${classes['nav']} no-print`} aria-label="Mobil">
        {shown.map((page) => (
          <Link key={page.path} to={page.path} className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
            <Icon name={page.icon ?? 'point'} size={24} />
            {page.label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
