import { readAll, inSnapshot } from './save.ts';
import { configureTransaction, replaceRows } from './restore.ts';
import { readMigrations, type Client } from './catalogue.ts';
import type { Entry, Summary } from './archive.ts';

/**
 * Replaces all rows of a database with those of another one with the same migrations, in one transaction. Ids, sequences, the audit log,
 * sessions and queued e-mails are preserved.
 */
export async function copyDatabase(from: Client, to: Client): Promise<Summary> {
  const [there, here] = [await readMigrations(from), await readMigrations(to)];
  if (there.join() !== here.join()) throw new Error('The two databases have different migrations.');
  return inSnapshot(from, async () => {
    let summary: Summary | undefined;
    const entries = async function* (): AsyncGenerator<Entry> {
      for await (const entry of readAll(from)) {
        if (entry.kind === 'end') summary = entry.summary;
        yield entry;
      }
    };
    await to.query('begin');
    try {
      await configureTransaction(to);
      await replaceRows(to, entries());
      await copyStepNotes(from, to);
      await to.query('commit');
    } catch (error) {
      await to.query('rollback');
      throw error;
    }
    await to.query('analyze');
    if (!summary) throw new Error('The rows are not terminated.');
    return summary;
  });
}

/** Copies which program version applied which migration; this table is not part of the data. */
async function copyStepNotes(from: Client, to: Client): Promise<void> {
  const { rows: found } = await from.query("select 1 where to_regclass('drizzle.step_note') is not null");
  if (found.length === 0) return;
  const { rows } = await from.query<{ name: string; program: string; is_compatible: boolean }>('select * from drizzle.step_note');
  await to.query(
    `insert into drizzle.step_note select * from unnest($1::text[], $2::text[], $3::boolean[])
     on conflict (name) do update set program = excluded.program, is_compatible = excluded.is_compatible`,
    [rows.map(({ name }) => name), rows.map(({ program }) => program), rows.map((row) => row.is_compatible)],
  );
}
