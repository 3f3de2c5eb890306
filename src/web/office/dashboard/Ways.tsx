import { Link } from '@tanstack/react-router';
import { isOffered, pageNames, pageOf } from '#shared/kernel/pages.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './DashboardPage.module.css';

/** The way to everything that the viewer may do. */
export function Ways() {
  const { user } = useAuth();
  const role = user?.role.name;
  const pages = pageNames
    .map(pageOf)
    .filter(
      (page) => (page.roles ?? page.usedBy) && page.label && page.path !== '/admin' && page.layout === 'admin' && isOffered(page, role),
    )
    .filter((page) => isPageOn(page, user));
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className={classes['heading']}>
        Bereiche
      </h2>
      <ul className={classes['ways']}>
        {pages.map((page) => (
          <li key={page.path}>
            <Link to={page.path.replace(/\/\$$/, '')} className={classes['way']}>
              <Icon name={page.icon ?? 'point'} size={24} />
              <strong>{page.label}</strong>
              {page.title !== page.label && <span className={classes['words']}>{page.title}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
