import type { ReactNode } from 'react';
import { PlainButton } from '../PlainButton.tsx';
import classes from '../plain.module.css';

type PlainRowsProps<Row> = {
  rows: readonly Row[];
  /** The minimum and maximum number of rows. */ least?: number;
  most: number;
  /** The words of a row's remove button, by its number from 1. */ removeLabel: (number: number) => string;
  addLabel: string;
  onRemove: (index: number) => void;
  onAdd: () => void;
  children: (row: Row, index: number) => ReactNode;
};

/** Repeated groups of fields of the light public frame; groups can be added and removed. */
export function PlainRows<Row>({ rows, least = 0, most, children, ...words }: PlainRowsProps<Row>) {
  return (
    <>
      {rows.length > 0 && (
        <ul className={classes['rows']}>
          {rows.map((row, index) => (
            // Rows have no id, so the index is the key.
            <li key={index} className={classes['row']}>
              {children(row, index)}
              {rows.length > least && <PlainButton onClick={() => words.onRemove(index)}>{words.removeLabel(index + 1)}</PlainButton>}
            </li>
          ))}
        </ul>
      )}
      {rows.length < most && (
        <span>
          <PlainButton onClick={words.onAdd}>{words.addLabel}</PlainButton>
        </span>
      )}
    </>
  );
}
