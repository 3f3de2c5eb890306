import { Link } from '@tanstack/react-router';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './Home.module.css';

const ways: readonly { page: PageName; text: string }[] = [
  { page: 'offers', text: 'Kurse, Gruppen und Ferienangebote finden' },
  { page: 'events', text: 'Spiele, Feste und Treffen auf einen Blick' },
  { page: 'news', text: 'Was im Verein geschieht' },
  { page: 'myClub', text: 'Ansprechpartner, Abteilungen und Trainingsorte' },
];

/** The ways from a start page to what the club has. */
export function Ways() {
  return (
    <ul className={classes['ways']}>
      {ways
        .map(({ page, text }) => ({ ...pageOf(page), text }))
        .filter(({ feature }) => !feature || hasFeature(boot.club, feature))
        .map(({ path, label, icon = 'arrow-right', text }) => (
          <li key={path}>
            <Link to={path} className={classes['way']}>
              <Icon name={icon} size={28} />
              <strong>{label}</strong>
              <span>{text}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
