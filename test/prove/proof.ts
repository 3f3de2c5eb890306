import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startStagePostgres, type StageDatabase, type StagePostgres } from '../stage/postgres.ts';
import { startProduct, type ProductOptions, type RunningServer } from '../stage/product.ts';
import { Requests } from '../stage/requests.ts';

/** One proof: a file in test/prove/proofs that exports `proof`. */
export type Proof = {
  /** What must hold, in words. */
  goal: string;
  /** After how many minutes it has failed, if not after ten. */
  minutes?(options: ProofOptions): number;
  /** Proves it. */
  run(options: ProofOptions): Promise<Outcome>;
};

/** Numbers and words from the command line: `--minutes 10` is `number('minutes', 1)`. */
export type ProofOptions = { number(name: string, otherwise: number): number; text(name: string, otherwise: string): string };

/** What a proof found: each check with its figure, in the order of the line that is printed. */
export type Outcome = readonly { figure: string; isMet: boolean }[];

/** A figure with an upper limit. */
export function atMost(name: string, value: number, limit: number, unit = ''): Outcome[number] {
  return { figure: `${name} ${rounded(value)}${unit} (≤ ${limit})`, isMet: value <= limit };
}

/** A figure with a lower limit. */
export function atLeast(name: string, value: number, limit: number, unit = ''): Outcome[number] {
  return { figure: `${name} ${rounded(value)}${unit} (≥ ${limit})`, isMet: value >= limit };
}

/** A figure that must be zero; the first examples of what was found help to find the cause. */
export function none(name: string, found: readonly string[]): Outcome[number] {
  const examples = found.length > 0 ? ` [${[...new Set(found)].slice(0, 3).join(' | ')}]` : '';
  return { figure: `${name} ${found.length}${examples}`, isMet: found.length === 0 };
}

/** What a proof works with: a database of its own, and products that end with it. */
export type ProofStage = {
  postgres: StagePostgres;
  database: StageDatabase;
  startProduct(options?: Partial<ProductOptions>): Promise<RunningServer & { requests: Requests }>;
};

/** Sets up PostgreSQL with a database, and clears everything away afterwards. */
export async function onStage<T>(work: (stage: ProofStage) => Promise<T>): Promise<T> {
  const postgres = await startStagePostgres();
  const database = await postgres.createDatabase('proof');
  const servers: RunningServer[] = [];
  try {
    return await work({
      postgres,
      database,
      startProduct: async (options) => {
        const server = await startProduct({ data: database, ...options });
        servers.push(server);
        return Object.assign(server, { requests: new Requests(server.port) });
      },
    });
  } catch (error) {
    // What the servers said helps to find the cause.
    for (const server of servers) process.stderr.write(server.output());
    throw error;
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await database.close();
    await postgres.stop();
  }
}

/** A temporary folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-proof-'));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Does nothing for a while. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toPrecision(3);
}
