import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './config.module.css';

type SectionListProps = {
  sections: readonly { id: string; title: string; state: ReactNode }[];
  /** The section shown beside the list. */
  shownId: string | undefined;
};

/** The list of settings sections: beside the shown one on a laptop, a page of links on a phone. */
export function SectionList({ sections, shownId }: SectionListProps) {
  return (
    <nav aria-label="Abschnitte" className={classes['index']}>
      <ul>
        {sections.map(({ id, title, state }) => (
          <li key={id}>
            <Link
              to={pages.adminConfig.path}
              hash={id}
              activeOptions={{ includeHash: true }}
              aria-current={id === shownId ? 'page' : undefined}
            >
              <span className={classes['words']}>
                <strong>{title}</strong>
                <span className={classes['state']}>{state}</span>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The link back to the list, on a phone. */
export function WayToSections() {
  return (
    <p className={classes['way']}>
      <Link to={pages.adminConfig.path}>{pages.adminConfig.title}</Link>
    </p>
  );
}
