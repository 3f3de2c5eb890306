import { Link } from '@tanstack/react-router';
import { hasFeature } from '#shared/clubs.ts';
import { pageOf, type PageName } from '#shared/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';
import { LatestNews } from './LatestNews.tsx';

const ways: readonly { page: PageName; text: string }[] = [
  { page: 'events', text: 'Spiele, Feste und Treffen auf einen Blick' },
  { page: 'news', text: 'Was im Verein geschieht' },
  { page: 'myClub', text: 'Ansprechpartner, Abteilungen und Trainingsorte' },
];

/** The start page of a club: its picture, its slogan, and the ways from here. */
export function HomePage() {
  const { club } = boot;
  return (
    <>
      <div className={classes['hero']}>
        <img className={classes['image']} src={club.image} alt="" width={1600} height={560} fetchPriority="high" />
        <div className={classes['words']}>
          <h1>{club.displayName}</h1>
          <p>{club.slogan}</p>
        </div>
      </div>
      <LatestNews />
      <ul className={classes['ways']}>
        {ways
          .map(({ page, text }) => ({ ...pageOf(page), text }))
          .filter(({ feature }) => !feature || hasFeature(club, feature))
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
    </>
  );
}
