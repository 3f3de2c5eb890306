import { type Ref, type RefObject } from 'react';
import { memoized } from '#web/lib/memoized.ts';
import { useOpenRow } from '../drawers/listedRecords.ts';
import type { Column, Selection, VirtualProps } from './records.ts';
import { SelectOne } from './SelectOne.tsx';
import { useVirtualRows } from './useVirtualRows.ts';
import classes from './VirtualRecords.module.css';

type BodyProps<Row> = Omit<VirtualProps<Row>, 'label' | 'sorting'> & { frame: RefObject<HTMLElement | null> };

const rowHeight = 40;

/** The visible rows of a virtualised table, the only part that re-renders while scrolling. */
export function VirtualBody<Row>({ frame, columns, rows, keyOf, selection, hasMore, onMore }: BodyProps<Row>) {
  const { items, measure, before, after } = useVirtualRows<HTMLTableRowElement>({
    list: frame,
    count: rows.length,
    estimatedHeight: rowHeight,
    hasMore,
    onMore,
  });
  const open = useOpenRow();
  return (
    <tbody className={classes['table']}>
      <Gap height={before} />
      {items.map(({ index }) => {
        const row = rows[index];
        if (!row) return null;
        const id = keyOf(row);
        return (
          <VirtualRow
            key={id}
            measure={measure}
            index={index}
            row={row}
            id={id}
            columns={columns}
            name={selection.isSelectable(row) ? selection.nameOf(row) : undefined}
            isTicked={selection.selected.has(id)}
            isOpen={open === id}
            onSelect={selection.onSelect}
          />
        );
      })}
      <Gap height={after} />
    </tbody>
  );
}

type RowProps<Row> = {
  row: Row;
  id: string;
  index: number;
  columns: readonly Column<Row>[];
  /** The label of its checkbox; undefined means no checkbox. */ name: string | undefined;
  isTicked: boolean;
  isOpen: boolean;
  onSelect: Selection<Row>['onSelect'];
  measure: Ref<HTMLTableRowElement>;
};

/** Plain elements and memoized: the theme's cells take longer to render than a frame. */
function Cells<Row>({ row, id, index, columns, name, isTicked, isOpen, onSelect, measure }: RowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-row
      data-record={id}
      data-index={index}
      data-open={isOpen || undefined}
      data-selected={isTicked || undefined}
      aria-rowindex={index + 2}
      className={classes['row']}
    >
      <td className={`${classes['cell']} no-print`}>
        {name !== undefined && <SelectOne id={id} name={name} isTicked={isTicked} onSelect={onSelect} />}
      </td>
      {columns.map((column) => (
        <td
          key={column.name}
          data-name={column.isName || undefined}
          className={`${classes['cell']} ${column.isNumber ? classes['number'] : ''}`}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

const VirtualRow = memoized(Cells);

/** A spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden className={classes['table']} style={{ height }} />;
}
