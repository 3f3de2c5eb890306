/** Splits rows into blocks of at most `size`, in order: one statement accepts at most 65,535 values. No rows give no block. */
export function blocksOf<Row>(rows: readonly Row[], size = 500): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
