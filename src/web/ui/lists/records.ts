import type { ReactNode } from 'react';

/** One column of a list: its heading, its cell, and the sort key that its heading requests. */
export type Column<Row> = {
  name: string;
  label: string;
  cell: (row: Row) => ReactNode;
  sort?: string;
  /** The column that names the row; it cannot be hidden. */ isName?: boolean;
  /** Money, numbers, percentages: aligned right. */ isNumber?: boolean;
  /** Must not wrap, e.g. a time or a number. */ isOneLine?: boolean;
  isHiddenAtFirst?: boolean;
  /** Not printed, since the paper is passed around. */ isOffPaper?: boolean;
};

/** The current order of the list, and how to change it. */
export type Sorting = { by: string; isDescending: boolean; onSort: (by: string) => void };

/** The selected rows. Rows that are not `isSelectable` have no checkbox. */
export type Selection<Row> = {
  selected: ReadonlySet<string>;
  /** Receives an updater that maps the current selection to the new one. */
  onSelect: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void;
  isSelectable: (row: Row) => boolean;
  nameOf: (row: Row) => string;
};

/** The props of a list of records. */
export type RecordListProps<Row> = {
  /** The list's accessible name. */ label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */ rows: readonly Row[] | undefined;
  /** What was asked for, if the rows are chosen from it in the browser. */ answer?: unknown;
  keyOf: (row: Row) => string;
  /** The id by which a row's record is opened; by default its key. */ recordOf?: (row: Row) => string;
  /** How many records the filter finds; undefined counts the rows. */ total?: number | null | undefined;
  /** Loads the next page; undefined if all rows are loaded. */ onMore?: (() => unknown) | undefined;
  /** Renders a row as a card, for phones. */ renderCard: (row: Row) => ReactNode;
  renderActions?: (row: Row) => ReactNode;
  sorting?: Sorting;
  selection?: Selection<Row>;
  /** Shown when there are no rows. */ empty: ReactNode;
};

/** The props of a virtualised list. */
export type VirtualProps<Row> = {
  /** The list's accessible name. */ label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** How many records the filter finds. */ total?: number | null | undefined;
  sorting: Sorting;
  selection: Selection<Row>;
  hasMore: boolean;
  onMore: () => unknown;
};
