import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

type DisclosureProps = {
  title: string;
  /** What of it is printed while it is closed. */ onPaper: 'open' | 'hidden';
  children: ReactNode;
};

/** Something that opens on a tap on its title. */
export function Disclosure({ title, onPaper, children }: DisclosureProps) {
  return (
    <details className={classes['disclosure']} data-on-paper={onPaper}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
