import { localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DiaryEntry, GenderCounts, MemberReport } from '#shared/people/report/memberReport.ts';
import { readParameter } from '#server/club/config/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { jaDat, type JaRecord } from './jaDat.ts';
import { membersOn, type CountedMember } from './members.ts';
import { isReportable } from './report.ts';

const genderColumns = ({ m, w, d, o, x }: GenderCounts) => ({
  männlich: m,
  weiblich: w,
  divers: d,
  'ohne Angabe': o,
  'nicht erfasst': x,
  gesamt: m + w + d + o + x,
});
const reportColumns = ['Teil', 'Bezeichnung', 'Fachverband', 'männlich', 'weiblich', 'divers', 'ohne Angabe', 'nicht erfasst', 'gesamt'];

/** All counts of the report as one CSV table. */
export function reportCsv({ keyDate, years, brackets, departments }: MemberReport): File {
  const rows = [
    ...years.map((row) => ({ Teil: 'Jahrgang', Bezeichnung: row.year, Fachverband: '', ...genderColumns(row) })),
    ...brackets.map((row) => ({
      Teil: 'Altersgruppe',
      Bezeichnung: row.to === null ? `ab ${row.from}` : `${row.from} bis ${row.to}`,
      Fachverband: '',
      ...genderColumns(row),
    })),
    ...departments.map((row) => ({ Teil: 'Abteilung', Bezeichnung: row.name, Fachverband: row.association, ...genderColumns(row) })),
  ];
  return csvFile(`bestandserhebung-${keyDate}.csv`, rows, reportColumns);
}

/** The file ja.dat: all members once (association 0000), then each association. Requires the club's number at the association. */
export async function reportJa(tx: Transaction, club: ClubName, keyDate: string): Promise<File> {
  const clubNumber = await readParameter(tx, `lsb.${club}.clubNumber`);
  if (!clubNumber)
    throw fieldProblem(
      'format',
      'Für ja.dat fehlt die Vereinsnummer beim Landessportbund. Ein Superuser trägt sie in den Einstellungen ein.',
    );
  const members = (await membersOn(tx, club, keyDate)).filter(isReportable);
  const sports = new Map<string, CountedMember[]>();
  for (const one of members) {
    // Two departments of the same sport count as one for the association.
    const keys = new Set(
      one.departments.flatMap(({ associations }) => associations.map(({ no, sport }) => `${Number(no)}/${Number(sport)}`)),
    );
    for (const key of keys) sports.set(key, [...(sports.get(key) ?? []), one]);
  }
  const records = [
    ...recordsOf(0, 0, members),
    ...[...sports].flatMap(([key, some]) => {
      const [association = 0, sport = 0] = key.split('/').map(Number);
      return recordsOf(association, sport, some);
    }),
  ];
  const { date, time } = localOf(now());
  const madeAt = `${date.split('-').toReversed().join('.')}_${time}`;
  return new File([jaDat(clubNumber, records, madeAt)], 'ja.dat', { type: 'text/plain; charset=iso-8859-1' });
}

function recordsOf(association: number, sport: number, members: readonly CountedMember[]): JaRecord[] {
  const years = new Map<number, JaRecord>();
  for (const { birthDate, gender, isPassive } of members) {
    const birthYear = Number(birthDate?.slice(0, 4));
    const record = years.get(birthYear) ?? { association, sport, birthYear, menActive: 0, menPassive: 0, womenActive: 0, womenPassive: 0 };
    record[gender === 'm' ? (isPassive ? 'menPassive' : 'menActive') : isPassive ? 'womenPassive' : 'womenActive'] += 1;
    years.set(birthYear, record);
  }
  return [...years.values()].toSorted((one, other) => one.birthYear - other.birthYear);
}

const diaryColumns = ['Tag', 'Beginn', 'Minuten', 'Angebot', 'Abteilung', 'Leitung', 'Anwesend', 'Notiz'];

export function diaryCsv(entries: readonly DiaryEntry[]): File {
  const rows = entries.map((one) => ({
    Tag: one.day,
    Beginn: one.start,
    Minuten: one.minutes,
    Angebot: one.title,
    Abteilung: one.department,
    Leitung: one.trainers.join(', '),
    Anwesend: one.present,
    Notiz: one.note,
  }));
  return csvFile('tagebuch.csv', rows, diaryColumns);
}
