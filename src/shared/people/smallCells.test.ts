import { expect, test } from 'vitest';
import { maskOne, maskSmall, sumOfShown, type MaskedCount } from './smallCells.ts';

test('a small count is hidden together with others, and its sums are kept', () => {
  const { rows, columns, total } = maskSmall([
    [3, 20],
    [30, 40],
  ]);
  expect(rows[0]).toEqual({ cells: ['few', 'covered'], total: 23 });
  expect(rows[1]).toEqual({ cells: ['covered', 'covered'], total: 70 });
  expect([columns, total]).toEqual([[33, 60], 93]);
});

test('two counts of 1 in a row do not disclose each other', () => {
  const { rows } = maskSmall([
    [1, 1, 40],
    [12, 15, 30],
  ]);
  expect(rows[0]?.cells.slice(0, 2)).toEqual(['few', 'few']);
  // A total of 2 could only be 1 and 1, so that a third cell must be covered.
  expect(rows[0]?.cells[2]).toBe('covered');
});

test('zero is shown, and a line with a small total is hidden completely', () => {
  const { rows, columns } = maskSmall([
    [20, 0, 3],
    [30, 10, 0],
    [40, 11, 0],
  ]);
  expect(columns[2]).toBe('few');
  expect(rows.map(({ cells }) => cells[2])).toEqual(['line', 'line', 'line']);
  expect(rows[0]?.cells[1]).toBe(0);
});

test('a club of 60 members without anybody of the other genders keeps its total, and what is empty says 0', () => {
  const { rows, columns, total } = maskSmall(
    [
      [0, 1],
      [4, 6],
      [2, 4],
      [6, 3],
      [6, 6],
      [5, 9],
      [3, 3],
      [0, 2],
    ].map((both) => [...both, 0, 0]),
  );
  expect([columns, total]).toEqual([[26, 34, 0, 0], 60]);
  expect(rows.map((row) => row.total)).toEqual(['few', 10, 6, 9, 12, 14, 6, 'few']);
  expect(rows.map(({ cells }) => cells.slice(2))).toEqual(Array.from({ length: 8 }, () => [0, 0]));
  expect(rows[0]?.cells.slice(0, 2)).toEqual(['line', 'line']);
});

test('a table without small counts is unchanged', () => {
  const table = maskSmall([
    [5, 0],
    [10, 7],
  ]);
  expect(table).toEqual({
    rows: [
      { cells: [5, 0], total: 5 },
      { cells: [10, 7], total: 17 },
    ],
    columns: [15, 7],
    total: 22,
  });
});

test('a sum over several tables discloses no more than they do', () => {
  expect(sumOfShown([5, 7])).toBe(12);
  expect(sumOfShown([5, 'few'])).toBe('covered');
});

test('brute force over 500 random tables finds no hidden count with a single solution', () => {
  const random = randomOf(20261122);
  for (let round = 0; round < 500; round += 1) {
    const height = 1 + random(3);
    const width = 1 + random(height === 3 ? 2 : 3);
    const counts = Array.from({ length: height }, () => Array.from({ length: width }, () => (random(3) === 0 ? 0 : random(9))));
    const masked = maskSmall(counts);
    const flat = [...masked.rows.flatMap(({ cells }) => cells), ...masked.rows.map(({ total }) => total), ...masked.columns, masked.total];
    const found = flat.map(() => new Set<number>());
    enumerate(
      masked.rows.map(({ cells }) => cells),
      (cells) => {
        const rows = cells.map((row) => sum(row));
        const columns = masked.columns.map((_, at) => sum(cells.map((row) => row[at] ?? 0)));
        const all = [...cells.flat(), ...rows, ...columns, sum(rows)];
        if (all.every((value, at) => fits(flat[at] ?? 0, value))) for (const [at, value] of all.entries()) found[at]?.add(value);
      },
    );
    for (const [at, shown] of flat.entries()) {
      if (typeof shown === 'number') expect(found[at]).toEqual(new Set([shown]));
      else expect(found[at]?.size, JSON.stringify({ counts, masked, at })).toBeGreaterThan(1);
    }
  }
}, 120_000);

/** The values that an observer would consider possible for a masked count. */
const possible: { readonly [hidden in Exclude<MaskedCount, number>]: readonly number[] } = {
  few: [1, 2, 3, 4],
  line: [0, 1, 2, 3, 4],
  covered: [5, 6, 7, 8, 9],
};
const isWhollyHidden = (cells: readonly (readonly MaskedCount[])[]) => cells.flat().every((one) => one === 'covered');

function enumerate(shown: readonly (readonly MaskedCount[])[], tell: (cells: number[][]) => void): void {
  const flat = shown.flat();
  const width = shown[0]?.length ?? 1;
  // A completely masked table reveals nothing about its counts; two candidates of each suffice.
  const choices = (one: MaskedCount) => (typeof one === 'number' ? [one] : isWhollyHidden(shown) ? [5, 6] : possible[one]);
  const walk = (at: number, values: number[]): void => {
    const one = flat[at];
    if (one === undefined) return tell(shown.map((_, row) => values.slice(row * width, (row + 1) * width)));
    for (const value of choices(one)) walk(at + 1, [...values, value]);
  };
  walk(0, []);
}

function fits(shown: MaskedCount, value: number): boolean {
  if (typeof shown === 'number') return shown === value;
  return shown === 'covered' ? value >= 5 : possible[shown].includes(value);
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** A deterministic pseudo-random generator. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([
  [0, 0],
  [1, 'few'],
  [4, 'few'],
  [5, 5],
])('a single count of %i is shown as %s', (count, shown) => {
  expect(maskOne(count)).toBe(shown);
});

test('4 is hidden in a table and 5 is not', () => {
  const cells = (small: number) =>
    maskSmall([
      [small, 20],
      [30, 40],
    ]).rows[0]?.cells[0];
  expect([cells(4), cells(5)]).toEqual(['few', 5]);
});

test('a table without rows is empty', () => {
  expect(maskSmall([])).toEqual({ rows: [], columns: [], total: 0 });
});
