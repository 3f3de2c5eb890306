import { Link, Outlet } from '@tanstack/react-router';
import { pageAddress } from '#shared/content/contentAddress.ts';
import { legalPages } from '#shared/content/legalPages.ts';
import { publicMenuOf, shortLabels, thumbMenuOf } from '#shared/kernel/site/menus.ts';
import { pageOf, pages } from '#shared/kernel/pages.ts';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { calledName } from '#shared/kernel/fullName.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { SearchButton } from '#web/office/search/SearchButton.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ColorModeButton } from './ColorModeButton.tsx';
import classes from './DefaultLayout.module.css';
import { usePageTitle } from '../usePageTitle.ts';

/** The public frame: plain elements and few styles, so that first pages load fast. */
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
  const inHead = new Set(publicMenuOf(club));
  return (
    <header className={`${classes['header']} no-print`}>
      <div className={classes['bar']}>
        <Link to="/" className={classes['brand']}>
          <img src={look.favicon} alt="" width={36} height={36} />
          <span>{club.displayName}</span>
        </Link>
        <nav className={`${classes['thumbBar']} ${classes['nav']}`} aria-label="Hauptmenü" data-thumb-bar="site">
          {thumbMenuOf(club).map((name) => (
            <Link
              key={name}
              to={pageOf(name).path}
              className={`${classes['thumbEntry']} ${classes['link']} ${inHead.has(name) ? '' : classes['onPhone']}`}
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <EntryWords {...pageOf(name)} short={shortLabels[name]} />
            </Link>
          ))}
          <OwnEntry />
        </nav>
        <div className={classes['account']}>
          <Account />
          <SearchButton />
          <ColorModeButton />
        </div>
      </div>
    </header>
  );
}

/** The icon stands on the phone alone. */
function EntryWords({ icon = '', label, short }: { icon?: string; label?: string; short?: string | undefined }) {
  return (
    <>
      <Icon name={icon} size={24} />
      <span className={short && classes['inHead']}>{label}</span>
      {short && <span className={classes['onPhone']}>{short}</span>}
    </>
  );
}

/** The viewer's own page, on the phone alone: elsewhere the account menu has it. */
function OwnEntry() {
  const { user } = useAuth();
  const look = `${classes['thumbEntry']} ${classes['link']} ${classes['onPhone']}`;
  const words = <EntryWords icon="user-circle" label={user ? 'Ich' : 'Einloggen'} />;
  if (!user) {
    return (
      <AccountLink to="login" className={look}>
        {words}
      </AccountLink>
    );
  }
  return (
    <Link to="/me" className={look} activeOptions={{ exact: true, includeSearch: false }} activeProps={{ 'aria-current': 'page' }}>
      {words}
    </Link>
  );
}

function Account() {
  const { user } = useAuth();
  if (user) return <AccountMenu name={calledName(user)} />;
  return (
    <AccountLink to="login" className={`${classes['link']} ${classes['inHead']}`}>
      Einloggen
    </AccountLink>
  );
}

function Footer() {
  const { club } = boot;
  const accessibility = pageAddress(club.name, legalPages.accessibility.slug);
  return (
    <footer className={classes['footer']}>
      <span className="no-print">{club.displayName}</span>
      <nav aria-label="Fußzeile" className={`${classes['footerLinks']} no-print`}>
        {club.footerLinks.map(({ text, link }) => (
          <a key={link} href={link}>
            {text}
          </a>
        ))}
        {!club.footerLinks.some(({ link }) => link === accessibility) && <a href={accessibility}>{legalPages.accessibility.label}</a>}
        <Link to="/support">Hilfe</Link>
        <Link to="/feedback">Rückmeldung</Link>
      </nav>
      {/* Both links are required by law on every page, in print too (§§ 312k, 356a BGB). */}
      <nav aria-label="Verträge" className={`${classes['footerLinks']} ${classes['contracts']}`}>
        <Link to={pages.cancelContract.path}>{pages.cancelContract.title}</Link>
        <Link to={pages.withdrawContract.path}>{pages.withdrawContract.title}</Link>
      </nav>
    </footer>
  );
}
