import { Drawer, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { isOffered, pageOf } from '#shared/kernel/pages.ts';
import { thumbMenus, type ThumbEntry } from '#shared/kernel/site/thumbMenus.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { menuPath } from '#web/lib/session/useStaffMenu.ts';
import { openSearch } from '#web/office/search/openSearch.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { StaffMenu } from './StaffMenu.tsx';
import classes from './ThumbBar.module.css';

/** The bar at the foot of the staff's phone: what the role needs most, the search, and under "Mehr" the whole menu. */
export function ThumbBar() {
  const { user } = useAuth();
  const [isOpen, { open, close }] = useDisclosure();
  const entries = (user && thumbMenus[user.role.name]) ?? [];
  if (entries.length === 0) return null;
  const offered = entries.filter((entry) => entry === 'search' || isShown(entry, user));
  return (
    <>
      <nav className={`${classes['thumbBar']} ${classes['bar']} no-print`} aria-label="Mobil" data-thumb-bar="staff">
        {offered.map((entry) => (entry === 'search' ? <Search key={entry} /> : <Entry key={entry.page} {...entry} />))}
        <UnstyledButton className={`${classes['thumbEntry']} ${classes['entry']}`} aria-haspopup="dialog" onClick={open}>
          <Icon name="menu-2" size={24} />
          Mehr
        </UnstyledButton>
      </nav>
      <Drawer opened={isOpen} onClose={close} position="bottom" size="100%" title="Menü">
        <UnstyledButton
          className={classes['search']}
          onClick={() => {
            close();
            openSearch();
          }}
        >
          <Icon name="search" size={20} />
          Suchen
        </UnstyledButton>
        <StaffMenu onNavigate={close} isOnPhone />
      </Drawer>
    </>
  );
}

type PageEntry = Exclude<ThumbEntry, 'search'>;

function isShown({ page }: PageEntry, user: ReturnType<typeof useAuth>['user']): boolean {
  return isOffered(pageOf(page), user?.role.name) && isPageOn(pageOf(page), user);
}

function Entry({ page, label, tab }: PageEntry) {
  const shown = pageOf(page);
  return (
    <Link
      to={menuPath(shown)}
      {...(tab && { search: { tab } })}
      className={`${classes['thumbEntry']} ${classes['entry']}`}
      activeOptions={{ exact: true, includeSearch: tab !== undefined }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={shown.icon ?? 'point'} size={24} />
      {label ?? shown.label}
    </Link>
  );
}

function Search() {
  return (
    <UnstyledButton className={`${classes['thumbEntry']} ${classes['entry']}`} aria-haspopup="dialog" onClick={openSearch}>
      <Icon name="search" size={24} />
      Suche
    </UnstyledButton>
  );
}
