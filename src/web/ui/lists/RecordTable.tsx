import { Skeleton, Table } from '@mantine/core';
import { useRef, useSyncExternalStore } from 'react';
import { onPrinting, printedAt } from '#web/lib/printing.ts';
import { useListed, useOpenRow } from '../drawers/listedRecords.ts';
import { openRowMenu, useListKeys } from '../keys/listKeys.ts';
import type { RecordListProps } from './records.ts';
import classes from './RecordTable.module.css';
import { SelectAll } from './SelectAll.tsx';
import { SelectOne } from './SelectOne.tsx';
import { SortHeader } from './SortHeader.tsx';
import { useCountInTurn } from '../late/useCountInTurn.ts';
import { useWidths } from '../columns/useWidths.ts';
import { useArrivals } from '../arrivals/useArrivals.tsx';

/** The records as a table with sortable headings and checkboxes. Rows and cells are plain elements: hundreds of components draw slowly. */
export function RecordTable<Row>({ label, columns, keyOf, renderActions, sorting, selection, ...list }: RecordListProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  useListKeys(frame);
  const order = `${sorting?.by} ${sorting?.isDescending}`;
  const { rows, announced, ...arrivals } = useArrivals(list.rows, keyOf, order, (selection?.selected.size ?? 0) > 0);
  const recordOf = list.recordOf ?? keyOf;
  useListed(rows, recordOf, list);
  const open = useOpenRow();
  const widths = useWidths(label);
  const count = useCountInTurn(rows?.length ?? 0);
  // On paper all rows stand at once, however far the drawing in turn has come.
  const isOnPaper = useSyncExternalStore(onPrinting, printedAt) !== undefined;
  const drawn = isOnPaper ? rows : rows?.slice(0, count);
  return (
    <div ref={frame} className={classes['frame']} data-list onContextMenu={openRowMenu} {...arrivals.frame}>
      {announced}
      <Table.ScrollContainer minWidth={640} type="native" className={classes['box'] ?? ''}>
        <Table verticalSpacing={4} aria-label={label} aria-busy={rows === undefined}>
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th className={`${classes['narrow']} no-print`}>
                  <SelectAll rows={rows ?? []} keyOf={keyOf} selection={selection} />
                </Table.Th>
              )}
              {columns.map((column, at) => (
                <SortHeader key={column.name} column={column} sorting={sorting} widths={widths} isPinned={at === 0} />
              ))}
              {renderActions && (
                <Table.Th className={`${classes['narrow']} no-print`}>
                  <span className="unseen">Aktionen</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {drawn?.map((row) => (
              <tr
                key={keyOf(row)}
                data-row
                data-record={recordOf(row)}
                data-open={open === recordOf(row) || undefined}
                data-selected={selection?.selected.has(keyOf(row)) || undefined}
                className={classes['row']}
              >
                {selection && (
                  <td className="no-print">
                    {selection.isSelectable(row) && (
                      <SelectOne
                        id={keyOf(row)}
                        name={selection.nameOf(row)}
                        isTicked={selection.selected.has(keyOf(row))}
                        onSelect={selection.onSelect}
                      />
                    )}
                  </td>
                )}
                {columns.map((column, at) => (
                  <td
                    key={column.name}
                    data-name={column.isName || undefined}
                    data-pinned={at === 0 || undefined}
                    {...(widths.of(column.name) !== undefined && { 'data-cut': true, style: { maxWidth: widths.of(column.name) } })}
                    className={
                      [column.isNumber && classes['number'], column.isOneLine && classes['oneLine'], column.isOffPaper && 'no-print']
                        .filter(Boolean)
                        .join(' ') || undefined
                    }
                  >
                    {column.cell(row)}
                  </td>
                ))}
                {renderActions && <td className="no-print">{renderActions(row)}</td>}
              </tr>
            )) ?? <SkeletonRows columns={columns.length + (selection ? 1 : 0) + (renderActions ? 1 : 0)} />}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => (
    <tr key={row} className={classes['row']}>
      {Array.from({ length: columns }, (_, cell) => (
        <td key={cell}>
          <Skeleton height={14} my={8} />
        </td>
      ))}
    </tr>
  ));
}
