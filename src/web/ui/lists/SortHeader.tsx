import { Table, UnstyledButton } from '@mantine/core';
import { Icon } from '../plain/Icon.tsx';
import type { Sorting } from './records.ts';
import classes from './RecordTable.module.css';

type SortHeaderProps = { label: string; sort?: string | undefined; isNumber?: boolean | undefined; sorting?: Sorting | undefined };

/** A sortable column heading: the first click sorts by it, the next reverses the order. */
export function SortHeader({ label, sort, isNumber = false, sorting }: SortHeaderProps) {
  const look = `${classes['heading']} ${isNumber ? classes['number'] : ''}`;
  if (!sort || !sorting) return <Table.Th className={look}>{label}</Table.Th>;
  const isSorted = sorting.by === sort;
  const order = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th className={look} data-on-paper={label} aria-sort={isSorted ? order : 'none'}>
      <UnstyledButton fz="inherit" className={classes['sort']} onClick={() => sorting.onSort(sort)}>
        {label}
        <Icon name={isSorted ? (sorting.isDescending ? 'chevron-down' : 'chevron-up') : 'selector'} size={14} />
      </UnstyledButton>
    </Table.Th>
  );
}
