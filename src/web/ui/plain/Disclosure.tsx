import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

type DisclosureProps = {
  title: string;
  /** What of it is printed while it is closed. */ onPaper: 'open' | 'hidden';
  /** Called when it opens, for what is only loaded then. */ onOpen?: () => void;
  children: ReactNode;
};

/** Something that opens on a tap on its title. */
export function Disclosure({ title, onPaper, onOpen, children }: DisclosureProps) {
  return (
    <details className={classes['disclosure']} data-on-paper={onPaper} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
