import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './FieldRows.module.css';

type FieldRowsProps<Row> = {
  /** What the list is called when it is read out; a heading around it does that, too. */
  label?: string;
  rows: readonly Row[];
  /** The order of the rows means something. */
  isOrdered?: boolean;
  /** How many rows stay, and how many there may be. */
  least?: number;
  most?: number;
  /** Words of the button that takes a row away, by its number from 1. */
  removeLabel: (number: number) => string;
  addLabel: string;
  onRemove: (index: number) => void;
  onAdd: () => void;
  children: (row: Row, index: number) => ReactNode;
};

/** Rows of fields that are sent as a whole; each can be taken away, and one more added. */
export function FieldRows<Row>({ rows, label, isOrdered, least = 0, most = Infinity, children, ...words }: FieldRowsProps<Row>) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <>
      <List className={classes['rows']} aria-label={label}>
        {rows.map((row, index) => (
          // A row has no identity of its own.
          <li key={index} className={classes['row']}>
            {children(row, index)}
            <ActionIcon
              variant="default"
              size="lg"
              mt={24}
              disabled={rows.length <= least}
              aria-label={words.removeLabel(index + 1)}
              onClick={() => words.onRemove(index)}
            >
              <Icon name="trash" size={18} />
            </ActionIcon>
          </li>
        ))}
      </List>
      {rows.length < most && (
        <Button mt="xs" variant="default" leftSection={<Icon name="plus" size={18} />} onClick={words.onAdd}>
          {words.addLabel}
        </Button>
      )}
    </>
  );
}
