import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import '#web/lib/call/client.ts';
import { Link, Outlet } from '@tanstack/react-router';
import { mayOpen, pageNames, pageOf } from '#shared/kernel/pages.ts';
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
  const shown = pageNames.map(pageOf).filter((page) => page.layout === 'mobile' && mayOpen(page, user?.role.name));
  return (
    <div className={classes['frame']}>
      <header className={`${classes['header']} no-print`}>
        <Link to="/admin" className={classes['back']} aria-label="Zur Verwaltung">
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
