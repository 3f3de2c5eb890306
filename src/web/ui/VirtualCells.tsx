import { Table } from '@mantine/core';
import { memo } from 'react';
import type { Column, Selection } from './records.ts';
import { SelectOne } from './SelectOne.tsx';
import classes from './VirtualRecords.module.css';

type CellsProps<Row> = { row: Row; id: string; columns: readonly Column<Row>[]; selection: Selection<Row> | undefined };

function Cells<Row>({ row, id, columns, selection }: CellsProps<Row>) {
  return (
    <>
      {selection && (
        <Table.Td className="no-print">
          <SelectOne row={row} id={id} selection={selection} />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td key={column.name} className={classes['cell']}>
          {column.cell(row)}
        </Table.Td>
      ))}
    </>
  );
}

/** What a row of a long table shows. While one scrolls, rows that stay on the screen are not drawn again. */
// memo() forgets the type parameter; the component is the same.
export const VirtualCells = memo(Cells) as unknown as typeof Cells;
