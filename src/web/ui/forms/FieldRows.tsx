import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './FieldRows.module.css';

type FieldRowsProps<Row> = {
  /** The list's accessible name; not needed below a heading that names it. */
  label?: string;
  rows: readonly Row[];
  /** The order of the rows is significant. */
  isOrdered?: boolean;
  /** The minimum and maximum number of rows. */
  least?: number;
  most?: number;
  /** The label of a row's remove button, by its number from 1. */
  removeLabel: (number: number) => string;
  addLabel: string;
  onRemove: (index: number) => void;
  onAdd: () => void;
  children: (row: Row, index: number) => ReactNode;
};

/** Repeated rows of fields, submitted together; rows can be added and removed. */
export function FieldRows<Row>({ rows, label, isOrdered, least = 0, most = Infinity, children, ...words }: FieldRowsProps<Row>) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <>
      <List className={classes['rows']} aria-label={label}>
        {rows.map((row, index) => (
          // Rows have no id, so the index is the key.
          <li key={index} className={classes['row']}>
            <div className={classes['fields']}>{children(row, index)}</div>
            {rows.length > least && (
              <ActionIcon
                variant="default"
                size={36}
                mt={24}
                aria-label={words.removeLabel(index + 1)}
                onClick={() => words.onRemove(index)}
              >
                <Icon name="trash" size={18} />
              </ActionIcon>
            )}
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
