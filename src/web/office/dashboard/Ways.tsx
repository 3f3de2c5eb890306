import { Link } from '@tanstack/react-router';
import type { Role } from '#shared/kernel/access.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { isOffered, pageNames, pageOf } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './DashboardPage.module.css';

/** The way to everything that somebody with this role may do. */
export function Ways({ role }: { role: Role }) {
  const pages = pageNames
    .map(pageOf)
    .filter(
      (page) => (page.roles ?? page.usedBy) && page.label && page.path !== '/admin' && page.layout === 'admin' && isOffered(page, role),
    )
    .filter(({ feature }) => !feature || hasFeature(boot.club, feature));
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
