import { inOwnLook } from '#web/ui/theme/DesignSystem.tsx';
import '#web/lib/call/client.ts';
import { bundledIcons } from 'virtual:staff-icons';
import { AppShell, ScrollArea } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { bundleIcons } from '#web/lib/icons.ts';
import { ownClub } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { SearchButton } from '#web/office/search/SearchButton.tsx';
import { SetupWay } from '#web/office/setup/SetupWay.tsx';
import { InSlices } from '#web/ui/late/InSlices.tsx';
import { useOverlays } from '#web/ui/notices/overlays.ts';
import classes from './AdminLayout.module.css';
import { ColorModeButton } from './ColorModeButton.tsx';
import { PageTabs } from './PageTabs.tsx';
import { PrintHead } from './PrintHead.tsx';
import { RailButton, useRail } from './Rail.tsx';
import { StaffMenu } from './StaffMenu.tsx';
import { ThumbBar } from './ThumbBar.tsx';
import { UserMenu } from './UserMenu.tsx';
import { usePageTitle } from '../usePageTitle.ts';

export { StaffPage } from '../StaffPage.tsx';

bundleIcons(bundledIcons);

/** The frame of the admin area, with a menu of the pages that the viewer may open. */
export const AdminLayout = inOwnLook(() => (
  <InSlices>
    <AdminFrame />
  </InSlices>
));

/** Beside the page the menu stays open. */
const stay = () => undefined;

function AdminFrame() {
  usePageTitle();
  useOverlays();
  const club = ownClub(useAuth().user);
  const { isRail, toggleRail } = useRail();
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: isRail ? 56 : 232, breakpoint: 'md', collapsed: { mobile: true } }} padding="md">
      <AppShell.Header className={`${classes['header']} no-print`}>
        <Link to="/" className={classes['brand']}>
          <img src={clubLooks[club.name].favicon} alt="" width={32} height={32} />
          <span>{club.displayName}</span>
        </Link>
        {club.name !== boot.club.name && <span className={classes['inWork']}>Sie arbeiten für {club.displayName}</span>}
        <SearchButton />
        <ColorModeButton />
        <UserMenu />
      </AppShell.Header>
      <AppShell.Navbar className="no-print" component="div" visibleFrom="md">
        <ScrollArea className={classes['scroll']}>
          <StaffMenu onNavigate={stay} isRail={isRail} />
        </ScrollArea>
        <RailButton isRail={isRail} onToggle={toggleRail} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <PrintHead club={club.displayName} />
        <SetupWay />
        <PageTabs />
        <Outlet />
      </AppShell.Main>
      <ThumbBar />
    </AppShell>
  );
}
