import { Link, Outlet } from '@tanstack/react-router';
import { mayOpen, pageOf, type PageName } from '#shared/kernel/pages.ts';
import { clubLooks, hasFeature } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { SearchButton } from '#web/office/search/SearchButton.tsx';
import { ColorModeButton } from './ColorModeButton.tsx';
import classes from './DefaultLayout.module.css';
import { usePageTitle } from '../usePageTitle.ts';

const publicPages: readonly PageName[] = ['home', 'events', 'news', 'myClub'];

/** The public frame: plain elements and few styles, so that the first page is light. */
export function DefaultLayout() {
  usePageTitle();
  return (
    <>
      <a className={classes['skip']} href="#content">
        Zum Inhalt
      </a>
      <Header />
      <main id="content" className={classes['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

function Header() {
  const { club } = boot;
  const look = clubLooks[club.name];
  const shown = publicPages
    .map((name) => ({ name, page: pageOf(name) }))
    .filter(({ page }) => !page.feature || hasFeature(club, page.feature));
  return (
    <header className={`${classes['header']} no-print`}>
      <div className={classes['bar']}>
        <Link to="/" className={classes['brand']}>
          <img src={look.favicon} alt="" width={36} height={36} />
          <span>{club.displayName}</span>
        </Link>
        <nav className={classes['nav']} aria-label="Hauptmenü">
          {shown.map(({ name, page }) => (
            <Link
              key={name}
              to={page.path}
              className={classes['link']}
              activeOptions={{ exact: true }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {page.label}
            </Link>
          ))}
        </nav>
        <div className={classes['account']}>
          {look.showsStaffLinks && <StaffLinks />}
          <SearchButton />
          <ColorModeButton />
        </div>
      </div>
    </header>
  );
}

/** Admin and login links; GSV shows neither (specification section 2). */
function StaffLinks() {
  const { user } = useAuth();
  if (!user) {
    return (
      <Link to="/login" className={classes['link']} activeProps={{ 'aria-current': 'page' }}>
        Anmelden
      </Link>
    );
  }
  return (
    <>
      {mayOpen(pageOf('admin'), user.role.name) && <AccountLink to="/admin" icon="layout-dashboard" text="Verwaltung" />}
      <AccountLink to="/profile" icon="user-circle" text="Mein Profil" />
    </>
  );
}

/** On a phone the icon stands alone; its text stays for those who listen. */
function AccountLink({ to, icon, text }: { to: '/admin' | '/profile'; icon: string; text: string }) {
  return (
    <Link to={to} className={`${classes['link']} ${classes['accountLink']}`} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} size={22} />
      <span>{text}</span>
    </Link>
  );
}

function Footer() {
  const { club } = boot;
  return (
    <footer className={`${classes['footer']} no-print`}>
      <span>{club.displayName}</span>
      <nav aria-label="Fußzeile" className={classes['footerLinks']}>
        {club.footerLinks.map(({ text, link }) => (
          <a key={link} href={link}>
            {text}
          </a>
        ))}
        <Link to="/support">Hilfe</Link>
        <Link to="/feedback">Rückmeldung</Link>
      </nav>
    </footer>
  );
}
