import { getColumnTable, getTableName, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '#server/platform/database/database.ts';
import type { SealedColumn } from '#server/platform/database/sealing.ts';
import type { PersonalData, PersonalPart, PersonalRecords, PersonalRow, Exported } from '#server/platform/database/personalData.ts';

type Part = { title: string; rows: PersonalRow[] };

/** The order of the parts of an export; all others follow in the order of the modules. */
const order = [
  'Stammdaten',
  'Helferdienste',
  'Anwesenheit',
  'Gesundheitshinweise und Abholung',
  'Änderungswünsche',
  'Forderungen',
  'Einwilligungen',
  'Vertretungen',
  'Übungsleitung',
  'Bestätigt als verschiedene Personen',
  'Anmeldungen',
  'Stundennachweise',
  'Zum Mitbringen',
  'Mitgliedschaft',
  'Wer für die Person handeln darf',
  'Lastschriftmandate',
  'Vergütung',
  'Abteilungen',
  'Aufnahmeanträge',
  'Verlauf der Anmeldungen',
  'Lastschriften',
  'Stunden',
];

const rowsAtMost = 5000;

/** All rows about a person by title; `personIds` are the own record and those merged into it. */
export async function rowsAbout(tx: Transaction, data: readonly PersonalData[], personIds: readonly string[]): Promise<Part[]> {
  const records = data.flatMap((one) => one.records ?? []);
  const sealed = data.flatMap((one) => one.sealed ?? []);
  const found = new Map<string, Collected>();
  for (const one of records) if (!one.of) await collect(tx, found, one, personIds);
  for (const one of records) if (one.of) await collect(tx, found, one, idsOf(found.get(getTableName(one.of))));
  for (const one of sealed) unsealRows(found.get(getTableName(getColumnTable(one.column))), one);
  const parts = [...found.values()].map(({ title, rows }) => ({ title, rows: [...rows.values()] }));
  const placeOf = ({ title }: Part) => (order.includes(title) ? order.indexOf(title) : order.length);
  return parts.filter(({ rows }) => rows.length > 0).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The rows collected from one table; a row found by two columns is included once. */
type Collected = { title: string; rows: Map<string, PersonalRow> };

async function collect(
  tx: Transaction,
  found: Map<string, Collected>,
  { title, by }: PersonalRecords,
  ids: readonly string[],
): Promise<void> {
  for (const column of by) {
    const table = getTableName(getColumnTable(column));
    const known = found.get(table) ?? { title, rows: new Map<string, PersonalRow>() };
    found.set(table, known);
    for (const row of await readRowsBy(tx, column, ids)) known.rows.set(JSON.stringify(row), row);
  }
}

async function readRowsBy(tx: Transaction, column: PgColumn, ids: readonly string[]): Promise<PersonalRow[]> {
  if (ids.length === 0) return [];
  const list = sql`${sql.param([...ids])}::uuid[]`;
  const { rows } = await tx.execute<{ row: PersonalRow }>(sql`
    select to_jsonb(found) as row from (select * from ${getColumnTable(column)} where ${column} = any(${list})
      order by array_position(${list}, ${column}) limit ${rowsAtMost}) as found`);
  return rows.map(({ row }) => row);
}

/** Replaces sealed values by what the person may see: notes in clear text, IBANs masked, because a mandate may belong to another person. */
function unsealRows(collected: Collected | undefined, { column, show }: SealedColumn): void {
  for (const row of collected?.rows.values() ?? [])
    if (typeof row[column.name] !== 'undefined' && row[column.name] !== null) row[column.name] = show(row[column.name]);
}

function idsOf(collected: Collected | undefined): string[] {
  return [...(collected?.rows.values() ?? [])].map((row) => String(row['id']));
}

/** Data about a person without a foreign key to their record. */
export async function partsBeside(tx: Transaction, data: readonly PersonalData[], whom: Exported): Promise<Part[]> {
  const parts = await readParts(
    tx,
    data.flatMap((one) => one.beside ?? []),
    whom,
  );
  return parts.filter(({ rows }) => rows.length > 0);
}

/** The data of a person's accounts. */
export async function partsOfAccounts(tx: Transaction, data: readonly PersonalData[], accountIds: readonly string[]): Promise<Part[]> {
  if (accountIds.length === 0) return [];
  return readParts(
    tx,
    data.flatMap((one) => one.ofAccounts ?? []),
    accountIds,
  );
}

async function readParts<Whom>(tx: Transaction, parts: readonly PersonalPart<Whom>[], whom: Whom): Promise<Part[]> {
  const read: Part[] = [];
  for (const { title, read: readRows } of parts) read.push({ title, rows: await readRows(tx, whom) });
  return read;
}

/** Adds the names of courses, dates, departments and shifts to the ids in the rows about a person. */
export async function nameReferences(tx: Transaction, data: readonly PersonalData[], parts: readonly Part[]): Promise<void> {
  const rows = parts.flatMap((one) => one.rows);
  for (const { column, as, read } of data.flatMap((one) => one.names ?? [])) {
    const ids = [...new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'string'))];
    if (ids.length === 0) continue;
    const byId = new Map((await read(tx, ids)).map(({ id, name }) => [id, name]));
    for (const row of rows) {
      const name = byId.get(String(row[column]));
      if (name !== undefined) row[as] ??= name;
    }
  }
}
