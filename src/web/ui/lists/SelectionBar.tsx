import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SelectionBar.module.css';

type SelectionBarProps = {
  count: number;
  /** How many selected rows the list does not show at the moment. */ unseen?: number;
  onClear: () => void;
  children: ReactNode;
};

/** The bulk actions for selected rows, sticky while there are any. The children are its buttons. */
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
