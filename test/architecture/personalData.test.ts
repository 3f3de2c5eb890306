import { getColumnTable, getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgCustomColumn, type PgColumn, pgTable, PgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { authUser } from '../../src/server/accounts/sessions/table.ts';
import { appUser } from '../../src/server/accounts/users/table.ts';
import { person } from '../../src/server/people/persons/table.ts';
import { parameterNames } from '../../src/shared/club/config.ts';
import { processings } from '../../src/shared/office/processing.ts';
import { personalData, sealedColumns } from '../../src/server/personalData.ts';
import { columnWords } from '../../src/shared/office/fileWords.ts';
import { useKeys } from '../../src/server/platform/database/keyRing.ts';
import { dataKey } from '../dataKey.ts';
import { filesBelow, sources } from './sources.ts';

const isTableFile = (file: string) => /\/(table|tables|auditTables)\.ts$/.test(file);

/** Every table of the product. */
const tables = new Set<PgTable>();
for (const file of filesBelow('src/server').filter(isTableFile)) {
  const found: { [name: string]: unknown } = await import(/* @vite-ignore */ `../../${file}`);
  for (const value of Object.values(found)) if (is(value, PgTable)) tables.add(value);
}

const shown = personalData.flatMap(({ records }) => records ?? []).flatMap(({ by }) => by);
const moved = personalData.flatMap(({ moves, dissolves }) => [...(moves ?? []), ...(dissolves ?? [])]);
const ofAccounts = personalData.flatMap(({ accounts }) => accounts ?? []);
const naming = personalData.flatMap(({ mayName }) => mayName ?? []);
const alone = personalData.flatMap(({ leftAlone }) => leftAlone ?? []);
const readTables = personalData.flatMap(({ beside, ofAccounts: own }) =>
  [...(beside ?? []), ...(own ?? [])].flatMap((part) => part.tables),
);

/** By its name a column that may hold who somebody is, or how they are reached. */
const isPersonal =
  /^(first|last|applicant_|guest_|guardian_|owner_|caretaker_|granted_by_|created_by_)?name$|firstname|lastname|e?mail$|phone|mobile|street|birth|iban|bic$|account_holder|recipient|contact_|_person$|person_ids?$|_by$|^by$|author|responsible$|sender|user_id|actor_id/;

/** Columns with such a name that tell of clubs, halls and things. */
const ofNobody = [
  'club.name',
  'department.name',
  'config_parameter.name',
  'facility.name',
  'facility.street',
  'booking.displaced_by',
  'sepa_run.creditor_iban',
  'payout_run.debtor_iban',
];

test('every table is described by a room: what it holds about people, or why an erasure leaves it alone', () => {
  expect(tables.size).toBeGreaterThan(140);
  expect(gapsIn([...tables])).toEqual([]);
  const elsewhere = sources.filter(({ file, text }) => /\bpgTable\(/.test(text) && !isTableFile(file));
  expect(elsewhere.map(({ file }) => file)).toEqual([]);
});

/** Rooms whose tables tell of clubs, companies and settings, or only count. */
const ofNobodyAtAll = ['club/clubs', 'club/config', 'office/processors', 'office/search', 'office/setup', 'office/statistics'];

test('every room with a table has its line in the register of processing, and each period there is a rule that the clubs set', () => {
  const rooms = new Set(
    filesBelow('src/server')
      .filter(isTableFile)
      .map((file) => file.replace(/^src\/server\//, '').replace(/\/[^/]*$/, '')),
  );
  const named = [...processings.flatMap((one) => one.rooms), ...ofNobodyAtAll];
  expect(named.toSorted()).toEqual([...rooms].toSorted());
  const asked = processings.flatMap(({ period }) => [...period.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name));
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !parameterNames.some((one) => one === name))).toEqual([]);
});

/** Who of the staff set a parameter stands in the log of changes, and a processor is a company. */
const ofTheHouse = ['config_parameter.updated_by', 'processor.name'];

test('every table with people stands in exactly one line of that register, with purpose, basis, recipients and period', async () => {
  const named = processings.flatMap(({ rooms }) => rooms);
  expect(new Set(named).size).toBe(named.length);
  let withPeople = 0;
  for (const file of filesBelow('src/server').filter(isTableFile)) {
    const room = file.replace(/^src\/server\//, '').replace(/\/[^/]*$/, '');
    const found: { [name: string]: unknown } = await import(/* @vite-ignore */ `../../${file}`);
    for (const table of Object.values(found).filter((one): one is PgTable => is(one, PgTable))) {
      const personal = personalColumnsOf(table);
      if (personal.length === 0) continue;
      withPeople++;
      const lines = processings.filter(({ rooms }) => rooms.includes(room));
      expect.soft([getTableName(table), personal, lines.length]).toEqual([getTableName(table), personal, 1]);
    }
  }
  expect(withPeople).toBeGreaterThan(80);
  for (const { title, purpose, basis, people, recipients, period } of processings)
    for (const said of [purpose, basis, people, recipients, period]) expect(said, title).toMatch(/^\S.{10,}\.$/s);
});

/** The columns of a table that point at a person or an account, or may say who somebody is. */
function personalColumnsOf(table: PgTable): string[] {
  const people = new Set<PgTable>([person, appUser, authUser]);
  const pointing = getTableConfig(table)
    .foreignKeys.filter((key) => people.has(key.reference().foreignTable))
    .map((key) => key.getName());
  const saying = Object.values(getTableColumns(table))
    .map(({ name }) => `${getTableName(table)}.${name}`)
    .filter((name) => isPersonal.test(name.split('.')[1] ?? '') && ![...ofNobody, ...ofTheHouse].includes(name));
  return [...pointing, ...saying];
}

test('what is described is there once, and refers to tables of the product', () => {
  for (const column of [...shown, ...moved, ...ofAccounts, ...naming]) expect(tables).toContain(getColumnTable(column));
  for (const { table, why } of alone) {
    expect(tables).toContain(table);
    expect(why).toMatch(/^[A-Z].*\.$/);
  }
  for (const columns of [moved, ofAccounts]) expect(new Set(columns).size).toBe(columns.length);
});

test('what the clubs keep about a person has German names in the file: no part of it is drawn empty', () => {
  const read = new Set(shown.map((column) => getColumnTable(column)));
  expect(read.size).toBeGreaterThan(25);
  const toRead = (table: PgTable) =>
    Object.values(getTableColumns(table)).filter(({ name }) => !/^(id|club|version|created_at|.*_id|.*_hash)$/.test(name));
  const empty = [...read].filter((table) => toRead(table).length > 0 && !toRead(table).some(({ name }) => columnWords[name]));
  expect(empty.map((table) => getTableName(table))).toEqual([]);
});

test('a new table with a key to a person or an account, or with a name or address, is missed at once', () => {
  const ofPerson = pgTable('made_of_person', { personId: uuid('person_id').references(() => person.id) });
  const ofAccount = pgTable('made_of_account', { userId: uuid('user_id').references(() => appUser.id) });
  const byAddress = pgTable('made_by_address', { email: text() });
  expect(gapsIn([ofPerson])).toEqual([
    'made_of_person is described by no room',
    'made_of_person.person_id is in no export',
    'made_of_person.person_id is moved by no merge',
  ]);
  expect(gapsIn([ofAccount])).toEqual([
    'made_of_account is described by no room',
    'made_of_account.user_id is said by no room to refer to an account',
    'made_of_account.user_id is not emptied with the account',
  ]);
  expect(gapsIn([byAddress])).toEqual(['made_by_address is described by no room']);
});

test('what goes with an account is in the export of its person, or a room says why it is not', () => {
  const exported = new Set<PgTable>([...shown.map((column) => getColumnTable(column)), ...readTables, ...alone.map(({ table }) => table)]);
  const missing = [...tables].filter((table) => goesWithAccount(table) && !exported.has(table));
  expect(missing.map((table) => getTableName(table))).toEqual([]);
});

test('each column whose values are sealed is in the list that the start and a new key go through', () => {
  useKeys({ DATA_DIR: '', DATA_KEY: dataKey }, [], '');
  const sealed = [...tables].flatMap((table) =>
    Object.values(getTableColumns(table)).filter((column) => is(column, PgCustomColumn) && sealsOf(column)),
  );
  expect(sealed.length).toBeGreaterThan(4);
  expect(sealedColumns.map(({ column }) => column)).toEqual(expect.arrayContaining(sealed));
  expect(sealedColumns).toHaveLength(sealed.length);
});

/** Whether a value goes into the database as something else than it is. */
function sealsOf(column: PgColumn): boolean {
  const given = column.getSQLType() === 'jsonb' ? { iban: 'DE02120300000000202051' } : 'DE02120300000000202051';
  return ['text', 'jsonb'].includes(column.getSQLType()) && String(column.mapToDriverValue(given)).includes('s1:');
}

/** What nobody said about these tables. */
function gapsIn(list: readonly PgTable[]): string[] {
  return list.flatMap((table) => [...tableGaps(table), ...keyGaps(table), ...columnGaps(table)]);
}

function tableGaps(table: PgTable): string[] {
  const columns = [...shown, ...ofAccounts, ...naming].map((column) => getColumnTable(column));
  const isNamed = [...columns, ...readTables, ...alone.map((one) => one.table)].includes(table);
  return isNamed ? [] : [`${getTableName(table)} is described by no room`];
}

/** Keys to a person are shown and moved; keys to an account are known, and end with it. */
function keyGaps(table: PgTable): string[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return columns.flatMap((column) => {
      const place = `${getTableName(table)}.${column.name}`;
      if (foreignTable === person)
        return [
          ...(shown.includes(column) ? [] : [`${place} is in no export`]),
          ...(moved.includes(column) ? [] : [`${place} is moved by no merge`]),
        ];
      if (foreignTable !== appUser && foreignTable !== authUser) return [];
      return [
        ...(ofAccounts.includes(column) ? [] : [`${place} is said by no room to refer to an account`]),
        ...(key.onDelete === 'cascade' || key.onDelete === 'set null' ? [] : [`${place} is not emptied with the account`]),
      ];
    });
  });
}

/** A column with the name of something personal lies in a table that is shown or goes with its account, or is said to name somebody. */
function columnGaps(table: PgTable): string[] {
  const isShown = [...shown.map((column) => getColumnTable(column)), ...readTables, ...alone.map((one) => one.table)].includes(table);
  if (isShown || goesWithAccount(table) || tableGaps(table).length > 0) return [];
  const known = [...naming, ...ofAccounts];
  return Object.values(getTableColumns(table)).flatMap((column) => {
    const place = `${getTableName(table)}.${column.name}`;
    const isUnsaid = isPersonal.test(column.name) && !known.includes(column) && !ofNobody.includes(place);
    return isUnsaid ? [`${place} may name somebody, and no room says so`] : [];
  });
}

function goesWithAccount(table: PgTable): boolean {
  return getTableConfig(table).foreignKeys.some((key) => {
    const { foreignTable } = key.reference();
    return (foreignTable === appUser || foreignTable === authUser) && key.onDelete === 'cascade';
  });
}
