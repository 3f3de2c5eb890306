import { eq, sql, type SQL } from 'drizzle-orm';
import { beyondScope, brokenConstraint, inTurn, sqlState, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { deletedRecord, type BinLink } from './table.ts';

type Row = typeof deletedRecord.$inferSelect;

/** A foreign key of a table: its columns with those that they refer to, and which of them may be empty. */
type Key = { columns: string[]; target: string; targets: string[]; open: string[] };

/** What stands against it, by the rule of the database that would be broken. */
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

/** Puts the rows of a record back where they were, and takes it out of the bin. */
export async function bringBack(tx: Transaction, row: Row): Promise<void> {
  // What a row refers to may belong to another club, as a hall does.
  const counts = await beyondScope(tx, () => inTurn([...row.parts.keys()], (at) => putBack(tx, row, at))).catch(tellTaken);
  // What it cannot be without is gone, e.g. the list that it belonged to.
  if (counts[0] !== 1) throw new Problem('wrong-state');
  await inTurn(row.links, (link) => linkAgain(tx, row.id, link));
  // Rules that wait for the end of a transaction speak here.
  await tx.execute(sql`set constraints all immediate`).catch(tellTaken);
  await tx.update(deletedRecord).set({ segments: [] }).where(eq(deletedRecord.id, row.id));
  await tx.delete(deletedRecord).where(eq(deletedRecord.id, row.id));
}

function tellTaken(error: unknown): never {
  const words = takenBy[brokenConstraint(error) ?? ''];
  if (!words && sqlState(error) !== '23505') throw error;
  throw fieldProblem('id', words ?? 'Der Name ist inzwischen vergeben. Benennen Sie zuerst das andere um.');
}

/** Rows that named it do so again where the column still holds what the deletion put there. */
async function linkAgain(tx: Transaction, id: string, { table, column, ids, instead }: BinLink): Promise<void> {
  const own = sql.identifier(column);
  await tx.execute(sql`update ${sql.identifier(table)} set ${own} = ${id}::uuid
    where id = any(${sql.param(ids)}::uuid[]) and ${own} is not distinct from ${instead}::uuid`);
}

/** Inserts the rows of one part; the answer is how many. Of the rows beside the record, those that stand there by now stay as they are. */
async function putBack(tx: Transaction, row: Row, at: number): Promise<number> {
  const part = row.parts[at];
  const first = part?.rows[0];
  if (!part || !first) return 0;
  const known = await columnsOf(tx, part.table);
  const keys = await keysOf(tx, part.table);
  // A column that came since then gets its default, one that is gone is left out.
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

/** A value as it was; empty where what it refers to is gone and it may be empty. */
function valueOf(column: string, keys: readonly Key[]): SQL {
  const own = sql`kept.${sql.identifier(column)}`;
  const conditions = keys.filter(({ open }) => open.includes(column)).map(isThere);
  return conditions.length > 0 ? sql`case when ${sql.join(conditions, sql` and `)} then ${own} end` : own;
}

/** Whether the row that a key refers to is still there, or the key refers to none. */
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
