import { Table, UnstyledButton } from '@mantine/core';
import { Icon } from '../plain/Icon.tsx';
import { ColumnEdge } from '../columns/ColumnEdge.tsx';
import type { Column, Sorting } from './records.ts';
import classes from './RecordTable.module.css';
import type { ColumnWidths } from '../columns/useWidths.ts';

type SortHeaderProps<Row> = {
  column: Pick<Column<Row>, 'name' | 'label' | 'sort' | 'isNumber' | 'isOffPaper'>;
  sorting?: Sorting | undefined;
  /** Undefined where they are fixed. */ widths?: ColumnWidths;
  /** It stays in sight while the others are moved sideways. */ isPinned?: boolean;
};

/** A column heading with the edge that changes its width; if sortable, the first click sorts by it, the next reverses the order. */
export function SortHeader<Row>({ column: { name, label, sort, isNumber, isOffPaper }, sorting, widths, isPinned }: SortHeaderProps<Row>) {
  const look = `${classes['heading']} ${isNumber ? classes['number'] : ''} ${isOffPaper ? 'no-print' : ''}`;
  const width = widths?.of(name);
  const style = width === undefined ? {} : { width, minWidth: width, maxWidth: width };
  const edge = widths && <ColumnEdge label={label} width={width} onWidth={(next) => widths.change(name, next)} />;
  if (!sort || !sorting)
    return (
      <Table.Th className={look} style={style} data-pinned={isPinned}>
        {label}
        {edge}
      </Table.Th>
    );
  const isSorted = sorting.by === sort;
  const order = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th className={look} style={style} data-pinned={isPinned} data-on-paper={label} aria-sort={isSorted ? order : 'none'}>
      <UnstyledButton fz="inherit" className={classes['sort']} onClick={() => sorting.onSort(sort)}>
        {label}
        <Icon name={isSorted ? (sorting.isDescending ? 'chevron-down' : 'chevron-up') : 'selector'} size={14} />
      </UnstyledButton>
      {edge}
    </Table.Th>
  );
}
