import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

type DisclosureProps = {
  title: string;
  /** What is printed while it is collapsed. */ onPaper: 'open' | 'hidden';
  /** Called when it opens, to load content on demand. */ onOpen?: () => void;
  children: ReactNode;
};

/** Collapsible content under a title. */
export function Disclosure({ title, onPaper, onOpen, children }: DisclosureProps) {
  return (
    <details className={classes['disclosure']} data-on-paper={onPaper} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
