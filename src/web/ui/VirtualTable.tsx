import { Table } from '@mantine/core';
import type { Column, Sorting } from './RecordList.tsx';
import type { Selection } from './records.ts';
import { SelectAll } from './SelectAll.tsx';
import { SortHeader } from './SortHeader.tsx';
import { VirtualCells } from './VirtualCells.tsx';
import { useVirtualRows } from './useVirtualRows.ts';
import classes from './VirtualRecords.module.css';

export type VirtualProps<Row> = {
  /** What the list holds, for those who listen. */ label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorting: Sorting;
  selection?: Selection<Row>;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
};

const rowHeight = 45;

/** A table of any length: only the rows on the screen are drawn. Columns keep their width while one scrolls. */
export function VirtualTable<Row>({ label, columns, rows, keyOf, sorting, selection, ...more }: VirtualProps<Row>) {
  const { list, items, measure, before, after } = useVirtualRows<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    estimatedHeight: rowHeight,
    ...more,
  });
  return (
    <div ref={list} className={classes['frame']}>
      <Table
        highlightOnHover
        verticalSpacing="xs"
        layout="fixed"
        aria-label={label}
        aria-busy={more.isLoading}
        aria-rowcount={more.hasMore ? -1 : rows.length + 1}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            {selection && (
              <Table.Th className={`${classes['box']} no-print`}>
                <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <SortHeader key={column.name} label={column.label} sort={column.sort} sorting={sorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={before} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <Table.Tr key={keyOf(row)} ref={measure} data-index={index} aria-rowindex={index + 2}>
                  <VirtualCells row={row} id={keyOf(row)} columns={columns} selection={selection} />
                </Table.Tr>
              )
            );
          })}
          <Gap height={after} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}
