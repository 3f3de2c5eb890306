import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import { Icon } from '../plain/Icon.tsx';

type EmptyStateProps = { icon: string; title: string; children?: ReactNode };

/** Shown in place of empty content, with a hint on what to do. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <Icon name={icon} size={40} />
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['text']}>{children}</div>}
    </div>
  );
}
