import type { ReactNode } from 'react';
import classes from './PageTitle.module.css';

type PageTitleProps = {
  title: string;
  /** The page's actions, at the right, on a phone below. */ children?: ReactNode;
};

/** The heading of a page with its actions. */
export function PageTitle({ title, children }: PageTitleProps) {
  return (
    <div className={classes['row']}>
      <h1 className={classes['title']}>{title}</h1>
      {children && <div className={`${classes['actions']} no-print`}>{children}</div>}
    </div>
  );
}
