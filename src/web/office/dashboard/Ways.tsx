import { Link } from '@tanstack/react-router';
import { useStaffMenu, wayTo } from '#web/lib/session/useStaffMenu.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './DashboardPage.module.css';

/** The admin menu on the page itself, for screens on which the menu is collapsed. */
export function Ways() {
  const groups = useStaffMenu();
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
                    <Link to={wayTo(page)} className={classes['way']}>
                      <Icon name={page.icon ?? 'point'} size={22} />
                      {page.label}
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
