import type pg from 'pg';
import type { Requests } from '../stage/requests.ts';
import type { RunningServer, ProductOptions } from '../stage/product.ts';
import type { StageDatabase } from '../stage/postgres.ts';

/**
 * One line of the bench: a file in test/bench/tasks that exports `task`.
 *
 * For each size the frame makes a fresh database, calls `prepare`, starts the reference and the product on it, both on
 * core 0, and calls `product`, which measures and gives the figures. `test/bench/tasks/userList.ts` is the pattern for a
 * comparison with the reference, `process.ts` for plain figures.
 */
export type Task = {
  /** The line of the performance plan. */
  line: number;
  title: string;
  /** What is to be reached, in words, for the table. */
  goal: string;
  /** How many rows to measure with, in rising order; the last one is judged, all together give the growth. Without it: one run, size 0. */
  sizes?: readonly number[];
  /** Fills the database, from a fixed seed. */
  prepare?(database: StageDatabase, size: number): Promise<void>;
  /** The bare server's answers by path; the frame compares them with the product's before it measures. */
  reference?: ReferenceRoutes;
  product(stage: Stage): Promise<Figure[]>;
};

/** The reference server: node:http and pg, named statements, no validation. A handler gives the body of its answer. */
type ReferenceRoutes = { readonly [path: string]: (pool: pg.Pool, request: ReferenceRequest) => Promise<unknown> };

export type ReferenceRequest = { query: URLSearchParams; cookie: string | undefined; body: unknown };

/** What a task measures with. */
export type Stage = {
  size: number;
  /** Asked for a short look: fewer rounds, figures less sure. */
  isQuick: boolean;
  database: StageDatabase;
  /** The product, and a way to it. */
  product: RunningServer & { requests: Requests };
  /** The reference, where the task has one. */
  reference: (RunningServer & { requests: Requests }) | undefined;
  /** CPU time until now of a server together with the database. */
  cpuMs(server: { pid: number }): number;
  /** Starts one more product, on the stage's database when nothing else is said. */
  startProduct(options?: Partial<ProductOptions>): Promise<RunningServer>;
};

/** One figure of the table. */
export type Figure = {
  name: string;
  unit: string;
  value: number;
  /** The same of the reference, in the same unit. */
  reference?: number;
  /** What must hold. `ratio` is reference / product: above 1 the product is cheaper. */
  goal?: { what: 'value' | 'ratio'; atMost?: number; atLeast?: number };
  /** How much the value may grow from the smallest to the largest size. */
  growthAtMost?: number;
};

/** Whether a figure reaches its goal; undefined when it has none. */
export function isMet({ value, reference, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  const judged = goal.what === 'value' ? value : (reference ?? Number.NaN) / value;
  return judged <= (goal.atMost ?? Infinity) && judged >= (goal.atLeast ?? -Infinity);
}
