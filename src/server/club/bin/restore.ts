import { eq, sql, type SQL } from 'drizzle-orm';
import { inAllClubs, brokenConstraint, oneByOne, sqlState, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { deletedRecord, type BinLink } from './table.ts';

type Row = typeof deletedRecord.$inferSelect;

/** A foreign key of a table: its columns, the referenced columns, and which of its columns are nullable. */
type Key = { columns: string[]; target: string; targets: string[]; open: string[] };

/** Why a record cannot be restored, by the constraint that it would violate. */
const takenBy: { readonly [constraint: string]: string } = {
  course_number: 'Die Nummer hat inzwischen ein anderes Sportangebot. Geben Sie ihm zuerst eine andere Nummer.',
  news_slug: 'Die Adresse hat inzwischen ein anderer Beitrag. Geben Sie ihm zuerst eine andere Adresse.',
  page_slug: 'Die Adresse hat inzwischen eine andere Seite. Geben Sie ihr zuerst eine andere Adresse.',
  page_legal: 'Inzwischen gibt es eine andere Seite dieser Art. Löschen Sie zuerst die andere.',
  storage_object_path: 'Unter diesem Namen liegt im selben Ordner inzwischen eine andere Datei. Löschen Sie zuerst die andere.',
  card_product_scope:
    'Eine Art von Karte, die dafür galt, gilt inzwischen für eine Abteilung. Stellen Sie sie zuerst wieder auf Sportangebote um.',
  event_import: 'Der Termin steht durch eine Kalenderdatei schon wieder im Kalender. Löschen Sie zuerst diesen.',
};

/** Reinserts the rows of a record and removes it from the bin. */
export async function reinsertRecord(tx: Transaction, row: Row): Promise<void> {
  // A referenced row may belong to another club, e.g. a hall.
  const counts = await inAllClubs(tx, () => oneByOne([...row.parts.keys()], (at) => reinsertRow(tx, row, at))).catch(throwTaken);
  // A required reference is gone, e.g. the list that contained the record.
  if (counts[0] !== 1) throw new Problem('wrong-state');
  await oneByOne(row.links, (link) => linkAgain(tx, row.id, link));
  // Deferred constraints are checked here instead of at commit.
  await tx.execute(sql`set constraints all immediate`).catch(throwTaken);
  await tx.update(deletedRecord).set({ segments: [] }).where(eq(deletedRecord.id, row.id));
  await tx.delete(deletedRecord).where(eq(deletedRecord.id, row.id));
}

function throwTaken(error: unknown): never {
  const words = takenBy[brokenConstraint(error) ?? ''];
  if (!words && sqlState(error) !== '23505') throw error;
  throw fieldProblem('id', words ?? 'Der Name ist inzwischen vergeben. Benennen Sie zuerst das andere um.');
}

/** Restores references to the record where the column still holds the value set by the deletion. */
async function linkAgain(tx: Transaction, id: string, { table, column, ids, instead }: BinLink): Promise<void> {
  const own = sql.identifier(column);
  await tx.execute(sql`update ${sql.identifier(table)} set ${own} = ${id}::uuid
    where id = any(${sql.param(ids)}::uuid[]) and ${own} is not distinct from ${instead}::uuid`);
}

/**
 * Inserts the rows of one part and returns their number. Rows without a required reference are skipped, and rows other than the record itself
 * also if they already exist.
 */
async function reinsertRow(tx: Transaction, row: Row, at: number): Promise<number> {
  const part = row.parts[at];
  const first = part?.rows[0];
  if (!part || !first) return 0;
  const known = await columnsOf(tx, part.table);
  const keys = await keysOf(tx, part.table);
  // A column added since then gets its default; a dropped one is omitted.
  const columns = known.filter((column) => column in first);
  const values = columns.map((column) => valueOf(column, keys));
  const must = keys.filter(({ open }) => open.length === 0).map(isThere);
  const table = sql.identifier(part.table);
  const { rows } = await tx.execute<{ one: number }>(sql`
    insert into ${table} (${sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    )})
    select ${sql.join(values, sql`, `)}
    from jsonb_populate_recordset(null::${table}, (select ${deletedRecord.parts} -> ${at}::int -> 'rows' from ${deletedRecord} where ${deletedRecord.id} = ${row.id})) as kept
    where ${must.length > 0 ? sql.join(must, sql` and `) : sql`true`}
    ${at > 0 ? sql`on conflict do nothing` : sql``}
    returning 1 as one`);
  return rows.length;
}

/** The previous value of a column; null if the referenced row is gone and the column is nullable. */
function valueOf(column: string, keys: readonly Key[]): SQL {
  const own = sql`kept.${sql.identifier(column)}`;
  const conditions = keys.filter(({ open }) => open.includes(column)).map(isThere);
  return conditions.length > 0 ? sql`case when ${sql.join(conditions, sql` and `)} then ${own} end` : own;
}

/** Whether the row referenced by a key still exists, or the key is null. */
function isThere({ columns, target, targets }: Key): SQL {
  const empty = columns.map((column) => sql`kept.${sql.identifier(column)} is null`);
  const same = columns.map((column, at) => sql`there.${sql.identifier(targets[at] ?? '')} = kept.${sql.identifier(column)}`);
  return sql`(${sql.join(empty, sql` or `)} or exists (select 1 from ${sql.identifier(target)} as there where ${sql.join(same, sql` and `)}))`;
}

async function columnsOf(tx: Transaction, table: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'`);
  return rows.map(({ name }) => name);
}

async function keysOf(tx: Transaction, table: string): Promise<Key[]> {
  const names = (key: SQL, relation: SQL) =>
    sql`array(select a.attname::text from unnest(${key}) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.place)`;
  const { rows } = await tx.execute<Key>(sql`
    select ${names(sql`c.conkey`, sql`c.conrelid`)} as columns, t.relname::text as target, ${names(sql`c.confkey`, sql`c.confrelid`)} as targets,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and not a.attnotnull) as open
    from pg_constraint c join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.conrelid = ${table}::regclass`);
  return rows;
}
