import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import { Icon } from '../plain/Icon.tsx';

type EmptyStateProps = { icon: string; title: string; children?: ReactNode };

/** What a place says while there is nothing in it, and what one can do about that. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <Icon name={icon} size={40} />
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['text']}>{children}</div>}
    </div>
  );
}
