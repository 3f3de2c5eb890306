import { NavLink } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { useStaffMenu, wayTo, type MenuPages } from '#web/lib/session/useStaffMenu.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './AdminLayout.module.css';
import { PinnedViews } from './PinnedViews.tsx';

/** The navigation of the admin area. */
export function StaffMenu({ onNavigate }: { onNavigate: () => void }) {
  const groups = useStaffMenu();
  return (
    <nav aria-label="Verwaltung" className={classes['nav']}>
      <PinnedViews onNavigate={onNavigate} />
      {groups.map((group) => (
        <MenuGroup key={group.title ?? ''} {...group} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

/** Pages with further menu entries below their path: they are active on an exact match only. */
const hasEntriesBelow: ReadonlySet<string> = new Set(['/admin', pages.adminMoney.path]);

type MenuGroupProps = MenuPages & { onNavigate: () => void };

function MenuGroup({ title, pages: shown, onNavigate }: MenuGroupProps) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div role={title && 'group'} aria-labelledby={title && id}>
      {title && <h2 id={id}>{title}</h2>}
      {shown.map((page) => {
        const target = wayTo(page);
        return (
          <NavLink
            key={page.path}
            component={Link}
            to={target}
            label={page.label}
            leftSection={<Icon name={page.icon ?? 'point'} size={20} />}
            // By default the router would mark /admin as active on every page below it.
            activeOptions={{ exact: true }}
            active={path === target || (!hasEntriesBelow.has(target) && path.startsWith(`${target}/`))}
            onClick={onNavigate}
          />
        );
      })}
    </div>
  );
}
