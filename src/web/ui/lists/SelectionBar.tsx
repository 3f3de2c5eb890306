import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SelectionBar.module.css';

type SelectionBarProps = {
  count: number;
  /** How many of them the list does not show now. */ unseen?: number;
  onClear: () => void;
  children: ReactNode;
};

/** What can be done to all ticked records at once; it stays in sight while there are some. The children are its buttons. */
export function SelectionBar({ count, unseen = 0, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section className={`${classes['bar']} no-print`} aria-label="Auswahl">
      <output className={classes['count']}>
        {count} ausgewählt
        {unseen > 0 && ' '}
        {unseen > 0 && <span className={classes['elsewhere']}>davon {unseen} nicht in der Liste</span>}
      </output>
      {children}
      <CloseButton className={classes['clear']} aria-label="Auswahl aufheben" title="Auswahl aufheben" onClick={onClear} />
    </section>
  );
}
