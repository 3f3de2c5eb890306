import fs from 'node:fs';
import path from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import { erasure } from './tables.ts';

/** The kinds of records that can be erased for good. A new kind also needs its erasure in `restore` (commands/restore.ts). */
const erasureKinds = ['user', 'person'] as const;

/** An erasure. It says no more than that a record with this id must not come back. */
export type Erasure = { kind: (typeof erasureKinds)[number]; id: string; erasedAt: Date };

const shape = z.object({ kind: z.enum(erasureKinds), id: z.string(), erasedAt: z.coerce.date() });

/** Writes erasures in the transaction of the write. */
export async function noteErasures(tx: Pick<NodePgDatabase, 'insert'>, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length > 0)
    await tx
      .insert(erasure)
      .values([...erasures])
      .onConflictDoNothing();
}

/** Appends erasures to the log in the data folder, which outlives the database. */
export function appendErasures(folder: string, erasures: readonly Erasure[]): void {
  fs.mkdirSync(folder, { recursive: true });
  const lines = erasures.map((one) => `${JSON.stringify(one)}\n`).join('');
  fs.appendFileSync(logFile(folder), lines, { mode: 0o600, flush: true });
}

/** The erasures in the log of the data folder. A last line that was cut off by a crash is passed over. */
export function readErasureLog(folder: string): Erasure[] {
  if (!fs.existsSync(logFile(folder))) return [];
  return fs
    .readFileSync(logFile(folder), 'utf8')
    .split('\n')
    .flatMap((text) => {
      const result = shape.safeParse(parse(text));
      return result.success ? [result.data] : [];
    });
}

/** Adds to the log the erasures that only the database knows: by another process, or lost by a crash. */
export async function completeErasureLog({ orm }: { orm: Pick<NodePgDatabase, 'select'> }, folder: string): Promise<void> {
  const logged = new Set(readErasureLog(folder).map(keyOf));
  const missing = (await readErasures(orm)).filter((one) => !logged.has(keyOf(one)));
  if (missing.length > 0) appendErasures(folder, missing);
}

/** All erasures that a database knows. */
export async function readErasures(source: Pick<NodePgDatabase, 'select'>): Promise<Erasure[]> {
  const rows = await source.select().from(erasure);
  return rows.map((row) => shape.parse(row));
}

function keyOf({ kind, id }: Erasure): string {
  return `${kind}:${id}`;
}

function logFile(folder: string): string {
  return path.join(folder, 'erasures.log');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
