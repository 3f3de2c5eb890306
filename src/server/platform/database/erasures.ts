import fs from 'node:fs';
import path from 'node:path';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import { erasure } from './tables.ts';

/** The kinds of records that can be permanently erased. A new kind also needs its erasure in `restore` (commands/restore.ts). */
const erasureKinds = ['user', 'person'] as const;

/** An erasure. It only says that the record with this id must not come back. */
export type Erasure = { kind: (typeof erasureKinds)[number]; id: string; erasedAt: Date };

const shape = z.object({ kind: z.enum(erasureKinds), id: z.string(), erasedAt: z.coerce.date() });

/** Inserts erasures within the transaction of the write. */
export async function noteErasures(tx: Pick<NodePgDatabase, 'insert'>, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length > 0)
    await tx
      .insert(erasure)
      .values([...erasures])
      .onConflictDoNothing();
}

/** Appends erasures to the log in the data folder, which survives the loss of the database. */
export function appendErasures(folder: string, erasures: readonly Erasure[]): void {
  fs.mkdirSync(folder, { recursive: true });
  const lines = erasures.map((one) => `${JSON.stringify(one)}\n`).join('');
  fs.appendFileSync(logFile(folder), lines, { mode: 0o600, flush: true });
}

/** Reads the erasure log of the data folder; a last line truncated by a crash is ignored. */
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

/** Adds the erasures that are missing in the log: written by another process, or lost in a crash. */
export async function completeErasureLog({ orm }: { orm: Pick<NodePgDatabase, 'select'> }, folder: string): Promise<void> {
  const logged = new Set(readErasureLog(folder).map(keyOf));
  const missing = (await readErasures(orm)).filter((one) => !logged.has(keyOf(one)));
  if (missing.length > 0) appendErasures(folder, missing);
}

/** All erasures in a database. */
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
