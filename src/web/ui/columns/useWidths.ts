import { useKept } from '#web/lib/kept/useKept.ts';

type Widths = { readonly [column: string]: number };

export const narrowest = 48;
export const widest = 640;
const none: Widths = {};

/** The widths in px that the columns of the page's lists were given in this browser. */
function usePageWidths() {
  // A record's page has the same lists as those of other records.
  const page = location.pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
  return useKept(`widths.${page}`, read);
}

/** The width of a list's column, if somebody gave it one. */
export type ColumnWidths = { of: (column: string) => number | undefined; change: (column: string, width: number | undefined) => void };

/** The widths of a list's columns, kept in this browser. */
export function useWidths(label: string): ColumnWidths {
  const [widths, setWidths] = usePageWidths();
  const nameOf = (column: string) => `${label}/${column}`;
  return {
    of: (column) => widths[nameOf(column)],
    change: (column, width) =>
      setWidths(({ [nameOf(column)]: _before, ...others }) =>
        width === undefined ? others : { ...others, [nameOf(column)]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
      ),
  };
}

/** Gives the lists of the page their own widths back; undefined if they have them. */
export function useWidthReset(): (() => void) | undefined {
  const [widths, keep] = usePageWidths();
  return Object.keys(widths).length > 0 ? () => keep(undefined) : undefined;
}

/** What is stored, as far as it is of use. */
function read(stored: unknown): Widths {
  const isWidth = ([, width]: [string, unknown]) => typeof width === 'number' && width >= narrowest && width <= widest;
  return typeof stored === 'object' && stored !== null ? Object.fromEntries(Object.entries(stored).filter(isWidth)) : none;
}
