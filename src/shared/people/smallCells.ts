/** Counts from 1 to this number are visible only to the club itself. */
const fewAtMost = 4;
/** An upper bound above any number of members. */
const unbounded = 1_000_000_000;

/**
 * A count as visible to others: the number, `few` (1 to 4), `covered` (5 or more, masked because others could be
 * derived from it), or `line` (in a line with a total of 1 to 4).
 */
export type MaskedCount = number | 'few' | 'covered' | 'line';
export type MaskedTable = { rows: { cells: MaskedCount[]; total: MaskedCount }[]; columns: MaskedCount[]; total: MaskedCount };

/**
 * A count or total of the table as an edge of a flow network: row totals flow into their cells, these into the column
 * totals, and the grand total closes the circulation. Counts that can vary while all published numbers stay the same
 * vary along a cycle of edges.
 */
type Edge = { from: number; to: number; value: number; shown: MaskedCount; low: number; high: number; isCell: boolean };

/**
 * Masks small counts of a table, and as many more as necessary so that no masked count has a single possible value
 * given the published numbers (complementary cell suppression). Zero is published; a line with a small total is masked
 * completely. The check is exact, not heuristic.
 */
export function maskSmall(counts: readonly (readonly number[])[]): MaskedTable {
  const edges = edgesOf(counts);
  hideSmall(edges, counts);
  for (;;) {
    const exposed = [...edges.all].find((edge) => typeof edge.shown !== 'number' && isFixed(edge, edges.all));
    if (!exposed) break;
    const next = nextToHide(edges.all, exposed);
    if (!next) {
      for (const edge of edges.all) Object.assign(edge, { shown: 'covered', low: 0, high: unbounded });
      break;
    }
    hide(next, 'covered', fewAtMost + 1, unbounded);
  }
  return {
    rows: edges.rows.map((row, at) => ({ cells: (edges.cells[at] ?? []).map(({ shown }) => shown), total: row.shown })),
    columns: edges.columns.map(({ shown }) => shown),
    total: edges.total.shown,
  };
}

/** Masks a single count without totals. */
export function maskOne(count: number): MaskedCount {
  return count > 0 && count <= fewAtMost ? 'few' : count;
}

/** The sum of masked counts; `covered` if any of them is masked, so that the sum reveals nothing. */
export function sumOfShown(counts: readonly MaskedCount[]): MaskedCount {
  let sum = 0;
  for (const count of counts) {
    if (typeof count !== 'number') return 'covered';
    sum += count;
  }
  return sum;
}

type Edges = { cells: Edge[][]; rows: Edge[]; columns: Edge[]; total: Edge; all: Edge[] };

function edgesOf(counts: readonly (readonly number[])[]): Edges {
  const height = counts.length;
  const width = counts[0]?.length ?? 0;
  const [below, beside] = [height + width, height + width + 1];
  const edge = (from: number, to: number, value: number, isCell = false): Edge => ({
    from,
    to,
    value,
    shown: value,
    low: value,
    high: value,
    isCell,
  });
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const cells = counts.map((row, at) => row.map((value, column) => edge(at, height + column, value, true)));
  const rows = counts.map((row, at) => edge(beside, at, sum(row)));
  const columns = Array.from({ length: width }, (_, column) => edge(height + column, below, sum(counts.map((row) => row[column] ?? 0))));
  const total = edge(below, beside, sum(rows.map(({ value }) => value)));
  return { cells, rows, columns, total, all: [...cells.flat(), ...rows, ...columns, total] };
}

function hideSmall({ cells, rows, columns, all }: Edges, counts: readonly (readonly number[])[]): void {
  const isFew = ({ value }: Edge) => value > 0 && value <= fewAtMost;
  for (const edge of all.filter(isFew)) hide(edge, 'few', 1, fewAtMost);
  const inLine = [
    ...rows.flatMap((row, at) => (isFew(row) ? (cells[at] ?? []) : [])),
    ...columns.flatMap((column, at) => (isFew(column) ? counts.flatMap((_, row) => cells[row]?.[at] ?? []) : [])),
  ];
  // A line of zeros is published, and so are its cells: hidden ones could be derived from its total.
  const isKnown = (edge: Edge) =>
    [...rows, ...columns].some(({ from, to, value }) => value === 0 && (to === edge.from || from === edge.to));
  for (const edge of inLine.filter((edge) => !isKnown(edge))) hide(edge, 'line', 0, fewAtMost);
}

function hide(edge: Edge, shown: MaskedCount, low: number, high: number): void {
  edge.shown = shown;
  edge.low = low;
  edge.high = high;
}

/** Whether a masked count has only one possible value: no cycle of edges allows it to increase or to decrease. */
function isFixed(edge: Edge, all: readonly Edge[]): boolean {
  const others = all.filter((other) => other !== edge);
  const mayGrow = edge.value < edge.high && isReachable(others, edge.to, edge.from);
  return !mayGrow && !(edge.value > edge.low && isReachable(others, edge.from, edge.to));
}

/**
 * Whether one more unit can flow from one node to another in the residual network: along edges that may increase,
 * against edges that may decrease.
 */
function isReachable(edges: readonly Edge[], start: number, end: number): boolean {
  const seen = new Set([start]);
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === end) return true;
    for (const edge of edges) {
      const next =
        edge.from === node && edge.value < edge.high ? edge.to : edge.to === node && edge.value > edge.low ? edge.from : undefined;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

/**
 * The next count to mask: the smallest published one, preferably adjacent to the disclosed edge; totals last, to keep
 * them as long as possible.
 */
function nextToHide(all: readonly Edge[], { from, to }: Edge): Edge | undefined {
  const shown = all.filter((edge) => typeof edge.shown === 'number' && edge.value > fewAtMost).toSorted((a, b) => a.value - b.value);
  const isBeside = (edge: Edge) => [edge.from, edge.to].some((node) => node === from || node === to);
  return shown.find((edge) => edge.isCell && isBeside(edge)) ?? shown.find(({ isCell }) => isCell) ?? shown.find(isBeside) ?? shown[0];
}
