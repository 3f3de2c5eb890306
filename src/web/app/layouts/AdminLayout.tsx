import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import '#web/lib/call/client.ts';
import { AppShell, Burger, NavLink, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { hasFeature, clubLooks } from '#shared/kernel/clubs.ts';
import { isOffered, pageNames, pageOf, type Page } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { SearchButton } from '#web/office/search/SearchButton.tsx';
import { useOverlays } from '#web/ui/notices/overlays.ts';
import classes from './AdminLayout.module.css';
import { ColorModeButton } from './ColorModeButton.tsx';
import { UserMenu } from './UserMenu.tsx';
import { usePageTitle } from '../usePageTitle.ts';

/** The frame of the admin area, with a navigation of what the viewer may open. */
export const AdminLayout = inDesignSystem(AdminFrame);

function AdminFrame() {
  usePageTitle();
  useOverlays();
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !isOpen } }} padding="md">
      <AppShell.Header className={`${classes['header']} no-print`}>
        <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label={isOpen ? 'Menü schließen' : 'Menü öffnen'} />
        <Link to="/" className={classes['brand']}>
          <img src={clubLooks[boot.club.name].favicon} alt="" width={32} height={32} />
          <span>{boot.club.displayName}</span>
        </Link>
        <SearchButton />
        <ColorModeButton />
        <UserMenu />
      </AppShell.Header>
      <AppShell.Navbar className="no-print" component="div">
        <ScrollArea className={classes['scroll']}>
          <Navigation onNavigate={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { user } = useAuth();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = pageNames
    .map(pageOf)
    .filter((page) => page.layout === 'admin' && page.label && isOffered(page, user?.role.name) && isOn(page));
  return (
    <nav aria-label="Verwaltung" className={classes['nav']}>
      {shown.map((page) => {
        const target = page.path.replace(/\/\$$/, '');
        return (
          <NavLink
            key={page.path}
            component={Link}
            to={target}
            label={page.label}
            leftSection={<Icon name={page.icon ?? 'point'} />}
            // The router alone would mark /admin on every page below it.
            activeOptions={{ exact: true }}
            active={path === target || (target !== '/admin' && path.startsWith(`${target}/`))}
            onClick={onNavigate}
          />
        );
      })}
    </nav>
  );
}

function isOn({ feature }: Page): boolean {
  return !feature || hasFeature(boot.club, feature);
}
