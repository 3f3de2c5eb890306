import type { ReactNode } from 'react';

/** One column of a list: what it is called, what it shows, and the order that its heading asks the server for. */
export type Column<Row> = {
  name: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sort?: string;
  /** The column that names the row; it cannot be hidden. */ isName?: boolean;
  /** Money, numbers, percent: they stand at the right, so that they are compared by eye. */ isNumber?: boolean;
  /** A time or a number that is not torn into two lines. */ isOneLine?: boolean;
  isHiddenAtFirst?: boolean;
};

/** The order that the list stands in, and how to ask for another. */
export type Sorting = { by: string; isDescending: boolean; onSort: (by: string) => void };

/** Which rows are ticked. Rows that are not `isSelectable` have no box. */
export type Selection<Row> = {
  selected: ReadonlySet<string>;
  /** Takes what is ticked then from what is ticked now. */
  onSelect: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void;
  isSelectable: (row: Row) => boolean;
  nameOf: (row: Row) => string;
};

/** All that a list of records needs to know. */
export type RecordListProps<Row> = {
  /** What the list holds, for those who listen. */ label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are on their way. */ rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** What a row looks like where there is no room for a table. */ renderCard: (row: Row) => ReactNode;
  renderActions?: (row: Row) => ReactNode;
  sorting?: Sorting;
  selection?: Selection<Row>;
  /** What stands here when nothing is found. */ empty: ReactNode;
};

/** What a list of any length needs, of which only the rows on the screen are drawn. */
export type VirtualProps<Row> = {
  /** What the list holds, for those who listen. */ label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorting: Sorting;
  selection: Selection<Row>;
  hasMore: boolean;
  onMore: () => void;
};
