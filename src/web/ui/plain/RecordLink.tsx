import type { ReactNode } from 'react';
import classes from './RecordLink.module.css';

/** The name of a record in a list, as a button that opens it. */
export function RecordLink({ onOpen, title, children }: { onOpen: () => void; title?: string; children: ReactNode }) {
  return (
    <button type="button" className={classes['link']} onClick={onOpen} title={title}>
      {children}
    </button>
  );
}
