import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Disclosure } from '../plain/Disclosure.tsx';
import classes from './Figure.module.css';

type FigureProps = {
  title: string;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** The chart; the table below is its accessible equivalent. */
  children: ReactNode;
};

/** A chart with a collapsed table of its data below. */
export function Figure({ title, head, rows, children }: FigureProps) {
  return (
    <figure className={classes['figure']}>
      <figcaption>{title}</figcaption>
      <div aria-hidden="true">{children}</div>
      <Disclosure title="Als Tabelle" onPaper="hidden">
        <Table aria-label={title} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {head.map((word) => (
                <Table.Th key={word}>{word}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, ...numbers]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {numbers.map((number, at) => (
                  <Table.Td key={head[at + 1]}>{number}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Disclosure>
    </figure>
  );
}
