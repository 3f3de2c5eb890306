import { and, asc, eq, sql } from 'drizzle-orm';
import { genderNames } from '#shared/people/people.ts';
import { memberKindName, memberPhase, memberPhaseNames } from '#shared/people/memberWords.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '../persons/table.ts';
import { conditions, type MemberFilter } from './list.ts';
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

/** The members that a filter finds as a file, and who they are. */
export async function exportMembers(
  tx: Transaction,
  filter: MemberFilter,
  format: ExportFormat,
): Promise<{ file: File; personIds: string[] }> {
  const { lines, personIds } = await readLines(tx, filter, format === 'xlsx' ? sheetRowsAtMost : Infinity);
  const file =
    format === 'csv'
      ? csvFile('mitglieder.csv', lines, columns)
      : await xlsxFile('mitglieder.xlsx', 'Mitglieder', columns, lines.map(withDates));
  return { file, personIds };
}

async function readLines(tx: Transaction, filter: MemberFilter, atMost: number): Promise<{ lines: Line[]; personIds: string[] }> {
  const lines: Line[] = [];
  const personIds: string[] = [];
  const day = today();
  const names = new Map((await tx.select().from(department).where(eq(department.club, filter.club))).map(({ id, name }) => [id, name]));
  let position: { key: string; id: string } | undefined;
  for (;;) {
    const rows = await tx
      .select({ member, person, key: memberFound.nameKey, departmentIds: departmentIds(day) })
      .from(memberFound)
      .innerJoin(member, eq(member.id, memberFound.memberId))
      .innerJoin(person, eq(person.id, member.personId))
      .where(
        and(
          ...conditions(filter),
          position ? sql`(${memberFound.nameKey}, ${memberFound.memberId}) > (${position.key}, ${position.id}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(memberFound.nameKey), asc(memberFound.memberId))
      .limit(atOnce);
    for (const row of rows) {
      lines.push(toLine(row, names, day));
      personIds.push(row.person.id);
    }
    if (lines.length > atMost) throw new Problem('too-many-rows');
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return { lines, personIds };
    position = { key: last.key, id: last.member.id };
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

/** A spreadsheet gets real dates, which it can sort and reckon with. */
function withDates(line: Line): { [column: string]: string | Date | null } {
  const date = (text: string) => (text ? new Date(`${text}T00:00:00Z`) : null);
  return { ...line, Geburtsdatum: date(line.Geburtsdatum), Eintritt: date(line.Eintritt), Austritt: date(line.Austritt) };
}
