import { and, eq, sql } from 'drizzle-orm';
import { genderNames } from '#shared/people/people.ts';
import { memberKindName, memberPhase, memberPhaseNames } from '#shared/people/memberWords.ts';
import { columnsShown, type ColumnsOf } from '#server/platform/formats/tableFile.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '../persons/table.ts';
import { after, conditions, sortColumns, type MemberFilter, type MemberOrder } from './list.ts';
import { member, memberDepartment, memberFound } from './table.ts';
import { today } from '#server/platform/process/clock.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const atOnce = 10_000;
const sheetRowsAtMost = 20_000;

const columns = [
  'Mitgliedsnummer',
  'Nachname',
  'Vorname',
  'Geburtsdatum',
  'Geschlecht',
  'Straße',
  'Hausnummer',
  'PLZ',
  'Ort',
  'E-Mail',
  'Telefon',
  'Mobil',
  'Art',
  'Beitragsgruppe',
  'Abteilungen',
  'Eintritt',
  'Austritt',
  'Status',
] as const;

type Line = { [column in (typeof columns)[number]]: string };

const shownAs: ColumnsOf<(typeof columns)[number]> = {
  name: ['Nachname', 'Vorname'],
  number: ['Mitgliedsnummer'],
  kind: ['Art'],
  departments: ['Abteilungen'],
  joinedOn: ['Eintritt'],
  leftOn: ['Austritt'],
  state: ['Status'],
};

/** The order of a member file, and its columns if it follows the list. */
export type MemberFileLook = { order: MemberOrder; shown?: string | undefined };

/** The members that match a filter as a file, and their IDs. */
export async function exportMembers(
  tx: Transaction,
  filter: MemberFilter,
  format: ExportFormat,
  { order, shown: asked }: MemberFileLook,
): Promise<{ file: File; personIds: string[] }> {
  const { lines, personIds } = await readLines(tx, filter, order, format === 'xlsx' ? sheetRowsAtMost : Infinity);
  const shown = columnsShown(asked, columns, shownAs);
  const file =
    format === 'csv'
      ? csvFile('mitglieder.csv', lines, shown)
      : await xlsxFile('mitglieder.xlsx', 'Mitglieder', shown, lines.map(withDates));
  return { file, personIds };
}

async function readLines(
  tx: Transaction,
  filter: MemberFilter,
  order: MemberOrder,
  atMost: number,
): Promise<{ lines: Line[]; personIds: string[] }> {
  const key = sortColumns[order.sort];
  const direction = order.descending ? sql`desc` : sql`asc`;
  const lines: Line[] = [];
  const personIds: string[] = [];
  const day = today();
  const names = new Map((await tx.select().from(department).where(eq(department.club, filter.club))).map(({ id, name }) => [id, name]));
  let position: readonly [string, string] | undefined;
  for (;;) {
    const rows = await tx
      .select({ member, person, key: sql<string>`${key}`, departmentIds: departmentIds(day) })
      .from(memberFound)
      .innerJoin(member, eq(member.id, memberFound.memberId))
      .innerJoin(person, eq(person.id, member.personId))
      .where(and(...conditions(filter), position ? after(order, position) : undefined))
      .orderBy(sql`${key} ${direction}, ${memberFound.memberId} ${direction}`)
      .limit(atOnce);
    for (const row of rows) {
      lines.push(toLine(row, names, day));
      personIds.push(row.person.id);
    }
    if (lines.length > atMost) throw new Problem('too-many-rows');
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return { lines, personIds };
    position = [last.key, last.member.id];
  }
}

function departmentIds(day: string) {
  return sql<
    string[]
  >`array(select ${memberDepartment.departmentId}::text from ${memberDepartment} where ${memberDepartment.memberId} = ${member.id}
    and ${memberDepartment.validFrom} <= ${day} and (${memberDepartment.validTo} is null or ${memberDepartment.validTo} >= ${day}))`;
}

type Row = { member: typeof member.$inferSelect; person: typeof person.$inferSelect; departmentIds: string[] };

function toLine({ member: of, person: who, departmentIds: ids }: Row, names: Map<string, string>, day: string): Line {
  return {
    Mitgliedsnummer: of.memberNo,
    Nachname: who.lastname,
    Vorname: who.firstname,
    Geburtsdatum: who.birthDate ?? '',
    Geschlecht: who.gender ? genderNames[who.gender] : '',
    Straße: who.street ?? '',
    Hausnummer: who.houseNo ?? '',
    PLZ: who.postcode ?? '',
    Ort: who.city ?? '',
    'E-Mail': who.email ?? '',
    Telefon: who.phone ?? '',
    Mobil: who.mobile ?? '',
    Art: memberKindName(of.kind),
    Beitragsgruppe: of.feeGroup ?? '',
    Abteilungen: ids
      .flatMap((id) => names.get(id) ?? [])
      .sort()
      .join(', '),
    Eintritt: of.joinedOn,
    Austritt: of.leftOn ?? '',
    Status: memberPhaseNames[memberPhase(of, day)],
  };
}

/** Workbooks get date cells, which can be sorted and calculated with. */
function withDates(line: Line): { [column: string]: string | Date | null } {
  const date = (text: string) => (text ? new Date(`${text}T00:00:00Z`) : null);
  return { ...line, Geburtsdatum: date(line.Geburtsdatum), Eintritt: date(line.Eintritt), Austritt: date(line.Austritt) };
}
