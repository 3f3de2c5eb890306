import { Link } from '@tanstack/react-router';
import { useStaffMenu, menuPath } from '#web/lib/session/useStaffMenu.ts';
import { useMenuCounts } from '../parts/useMenuCounts.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './DashboardPage.module.css';

/** The admin menu on the page itself, for screens on which the menu is collapsed. */
export function Ways() {
  const groups = useStaffMenu();
  const counts = useMenuCounts(groups);
  return (
    <nav className={classes['groups']} aria-label="Bereiche">
      {groups.map(({ title, pages }) => {
        const below = pages.filter(({ path }) => path !== '/admin');
        return (
          below.length > 0 && (
            <section key={title ?? ''} aria-label={title}>
              {title && <h2 className={classes['heading']}>{title}</h2>}
              <ul className={classes['ways']}>
                {below.map((page) => (
                  <li key={page.path}>
                    <Link to={menuPath(page)} className={classes['way']}>
                      <Icon name={page.icon ?? 'point'} size={22} />
                      {page.label}
                      <Waiting {...counts.get(menuPath(page))} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </nav>
  );
}

function Waiting({ count, words }: { count?: number; words?: string }) {
  if (!count) return null;
  return (
    <span className={classes['waiting']}>
      <span aria-hidden>{count}</span>
      <span className="unseen">, {words}</span>
    </span>
  );
}
