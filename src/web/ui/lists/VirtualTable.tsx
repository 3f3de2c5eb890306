import { Table } from '@mantine/core';
import { useRef } from 'react';
import type { VirtualProps } from './records.ts';
import { useListed } from '../drawers/listedRecords.ts';
import { openRowMenu, useListKeys } from '../keys/listKeys.ts';
import { SelectAll } from './SelectAll.tsx';
import { SortHeader } from './SortHeader.tsx';
import { useArrivals } from '../arrivals/useArrivals.tsx';
import { useFitting } from '../columns/useFitting.ts';
import { useWidths } from '../columns/useWidths.ts';
import { VirtualBody } from './VirtualBody.tsx';
import classes from './VirtualRecords.module.css';

/** A virtualised table: only the rows on the screen are rendered. Column widths are fixed while scrolling. */
export function VirtualTable<Row>({ label, sorting, rows: arrived, ...list }: VirtualProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  useListKeys(frame);
  const { keyOf, selection, hasMore } = list;
  const widths = useWidths(label);
  const columns = useFitting(frame, list.columns, widths);
  const order = `${sorting.by} ${sorting.isDescending}`;
  const { rows = [], announced, ...arrivals } = useArrivals(arrived, keyOf, order, selection.selected.size > 0);
  useListed(rows, keyOf, { total: list.total, onMore: hasMore ? list.onMore : undefined });
  return (
    <div ref={frame} className={classes['frame']} data-list onContextMenu={openRowMenu} {...arrivals.frame}>
      {announced}
      <Table
        className={classes['table'] ?? ''}
        style={{ '--columns': columns.map(({ name }, at) => trackOf(widths.of(name), at)).join(' ') }}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <Table.Thead className={`${classes['table']} ${classes['top']}`}>
          <Table.Tr aria-rowindex={1} className={classes['head'] ?? ''}>
            <Table.Th className="no-print">
              <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
            </Table.Th>
            {columns.map((column) => (
              <SortHeader key={column.name} column={column} sorting={sorting} widths={widths} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <VirtualBody frame={frame} {...list} columns={columns} rows={rows} />
      </Table>
    </div>
  );
}

function trackOf(width: number | undefined, at: number): string {
  if (width !== undefined) return `${width}px`;
  return at === 0 ? 'minmax(10rem, 1.5fr)' : 'minmax(0, 1fr)';
}
