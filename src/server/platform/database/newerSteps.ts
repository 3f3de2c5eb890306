import fs from 'node:fs';
import path from 'node:path';
import type { openClient } from './database.ts';
import { programVersion } from '../process/root.ts';
import { StartError } from '../process/startError.ts';

type Client = ReturnType<typeof openClient>;

/**
 * Throws for a database that a newer program has migrated, unless each further migration is marked as compatible with the previous program:
 * an older program would omit or overwrite unknown columns.
 */
export async function refuseNewerSteps(client: Client, folder: string): Promise<void> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations')) || !(await exists(client, 'drizzle.step_note'))) return;
  const { rows } = await client.query<{ program: string | null }>(
    `select note.program from drizzle.__drizzle_migrations step left join drizzle.step_note note on note.name = step.name
     where step.name <> all($1) and not coalesce(note.is_compatible, false) order by step.id desc`,
    [stepsIn(folder).map(({ name }) => name)],
  );
  if (rows.length === 0) return;
  const version = rows[0]?.program ? ` (${rows[0].program})` : '';
  throw new StartError(
    `Die Datenbank hat eine neuere Programmversion${version} mit ${rows.length === 1 ? 'einem Schritt geändert, den' : `${rows.length} Schritten geändert, die`} Version ${programVersion} nicht kennt: ` +
      `Bitte die neuere Version starten oder eine Sicherung einspielen, die mit ${programVersion} gemacht wurde.`,
  );
}

/** Records the program of each migration and whether the previous program stays compatible: an older program only has this note. */
export async function noteSteps(client: Client, folder: string): Promise<void> {
  const steps = stepsIn(folder);
  await client.query(
    'create table if not exists drizzle.step_note (name text primary key, program text not null, is_compatible boolean not null)',
  );
  await client.query(
    `insert into drizzle.step_note select name, $2, is_compatible from unnest($1::text[], $3::boolean[]) as step (name, is_compatible)
     on conflict do nothing`,
    [steps.map(({ name }) => name), programVersion, steps.map(({ isCompatible }) => isCompatible)],
  );
}

/** The migrations of a program; one whose first line begins with `-- compatible` is safe for the previous program. */
export function stepsIn(folder: string): { name: string; isCompatible: boolean }[] {
  return fs
    .globSync('*/migration.sql', { cwd: folder })
    .map((file) => ({
      name: path.dirname(file),
      isCompatible: /^-- compatible\b/.test(fs.readFileSync(path.join(folder, file), 'utf8')),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function exists(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table]);
  return Boolean(rows[0]?.found);
}
