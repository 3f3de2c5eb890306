/** Rows in blocks of at most `size`, in their order: a statement takes 65,535 values at the most. No rows are no block. */
export function blocksOf<Row>(rows: readonly Row[], size = 500): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
