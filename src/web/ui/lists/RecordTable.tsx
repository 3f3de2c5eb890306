import { Skeleton, Table } from '@mantine/core';
import type { RecordListProps } from './records.ts';
import classes from './RecordTable.module.css';
import { SelectAll } from './SelectAll.tsx';
import { SelectOne } from './SelectOne.tsx';
import { SortHeader } from './SortHeader.tsx';

/** The records as a table, with sortable headings and boxes to tick. */
export function RecordTable<Row>({ label, columns, rows, keyOf, renderActions, sorting, selection }: RecordListProps<Row>) {
  return (
    <div className={classes['frame']}>
      <Table.ScrollContainer minWidth={640} type="native">
        <Table highlightOnHover verticalSpacing="xs" aria-label={label} aria-busy={rows === undefined}>
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th className={`${classes['narrow']} no-print`}>
                  <SelectAll rows={rows ?? []} keyOf={keyOf} selection={selection} />
                </Table.Th>
              )}
              {columns.map((column) => (
                <SortHeader key={column.name} label={column.label} sort={column.sort} isNumber={column.isNumber} sorting={sorting} />
              ))}
              {renderActions && (
                <Table.Th className={`${classes['narrow']} no-print`}>
                  <span className={classes['unseen']}>Aktionen</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows?.map((row) => (
              <Table.Tr key={keyOf(row)} data-selected={selection?.selected.has(keyOf(row)) || undefined} className={classes['row']}>
                {selection && (
                  <Table.Td className="no-print">
                    {selection.isSelectable(row) && (
                      <SelectOne
                        id={keyOf(row)}
                        name={selection.nameOf(row)}
                        isTicked={selection.selected.has(keyOf(row))}
                        onSelect={selection.onSelect}
                      />
                    )}
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Table.Td key={column.name} className={column.isNumber ? classes['number'] : undefined}>
                    {column.cell(row)}
                  </Table.Td>
                ))}
                {renderActions && <Table.Td className="no-print">{renderActions(row)}</Table.Td>}
              </Table.Tr>
            )) ?? <SkeletonRows columns={columns.length + (selection ? 1 : 0) + (renderActions ? 1 : 0)} />}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, cell) => (
        <Table.Td key={cell}>
          <Skeleton height={14} my={8} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
