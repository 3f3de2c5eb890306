import { ageOn } from '#shared/kernel/age.ts';
import type { GenderCounts, MemberReport, ReportFault } from '#shared/people/report/memberReport.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { flow, membersOn, type CountedMember } from './members.ts';

const faultsAtMost = 500;
const oldestLikely = 105;

/** The report to the association: all members once by birth year and gender, and once per department. */
export async function readReport(tx: Transaction, club: ClubName, keyDate: string): Promise<MemberReport> {
  const members = await membersOn(tx, club, keyDate);
  const ends = (await readParameter(tx, 'lsb.ageBrackets')).map(Number);
  const years = new Map<number, GenderCounts>();
  const departments = new Map<string, GenderCounts & { association: string }>();
  const brackets = bracketsOf(ends);
  const ages: number[] = [];
  const faults: MemberReport['faults'] = [];
  for (const one of members) {
    for (const fault of faultsOf(one, keyDate)) faults.push({ memberId: one.memberId, memberNo: one.memberNo, name: one.name, fault });
    for (const { name, associations } of one.departments)
      counted(departments, name, { association: [...new Set(associations.map(({ no }) => no))].join(', ') })[one.gender] += 1;
    if (!one.birthDate) continue;
    const age = ageOn(one.birthDate, keyDate);
    ages.push(age);
    counted(years, Number(one.birthDate.slice(0, 4)), {})[one.gender] += 1;
    const bracket = brackets.find(({ to }) => to === null || age <= to);
    if (bracket) bracket[one.gender] += 1;
  }
  return {
    keyDate,
    total: members.length,
    averageAge: ages.length > 0 ? Math.round((ages.reduce((sum, age) => sum + age, 0) / ages.length) * 10) / 10 : null,
    years: [...years].map(([year, counts]) => ({ year, ...counts })).toSorted((one, other) => other.year - one.year),
    brackets,
    departments: [...departments]
      .map(([name, counts]) => ({ name, ...counts }))
      .toSorted((one, other) => compareNames(one.name, other.name)),
    months: await flow(tx, club, keyDate),
    faults: faults.slice(0, faultsAtMost),
    isCut: faults.length > faultsAtMost,
    unreported: members.filter((one) => !isReportable(one)).length,
  };
}

/** Whether the old file format supports a member: it has birth years, men and women only. */
export function isReportable({ birthDate, gender }: CountedMember): boolean {
  return birthDate !== null && (gender === 'm' || gender === 'w');
}

function faultsOf({ birthDate, gender, departments }: CountedMember, keyDate: string): ReportFault[] {
  const faults: ReportFault[] = [];
  if (!birthDate) faults.push('no-birth-date');
  else if (ageOn(birthDate, keyDate) > oldestLikely) faults.push('too-old');
  if (gender === 'x') faults.push('no-gender');
  if (gender === 'd') faults.push('gender-d');
  if (departments.length === 0) faults.push('no-department');
  else if (departments.some(({ associations }) => associations.length === 0)) faults.push('no-association');
  return faults;
}

function bracketsOf(ends: readonly number[]): MemberReport['brackets'] {
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts.map((from, at) => ({ from, to: ends[at] ?? null, ...none() }));
}

function counted<Key, More extends object>(all: Map<Key, GenderCounts & More>, key: Key, more: More): GenderCounts & More {
  const found = all.get(key);
  if (found) return found;
  const made = { ...none(), ...more };
  all.set(key, made);
  return made;
}

const none = (): GenderCounts => ({ m: 0, w: 0, d: 0, o: 0, x: 0 });
