import { createHash } from 'node:crypto';
import { ageOn } from '#shared/kernel/age.ts';
import type { ReportCause } from '#shared/people/report/reportCauses.ts';
import type { ReportedBracket, ReportTotals } from '#shared/people/report/reportSnapshots.ts';
import type { CountedMember } from './members.ts';

export type ReportedGender = 'm' | 'w' | 'd' | 'o';

/** A member as counted in a report. `memberId` is null after an erasure. */
export type ReportedMember = {
  memberId: string | null;
  birthYear: number;
  gender: ReportedGender;
  isPassive: boolean;
  associations: { no: string; sport: string }[];
};

/** The header data of the files as of the day of freezing. */
export type ReportHead = { clubName: string; clubNumber: string; softwareKey: string; contactPerson: string };

/** The reason why a member cannot be reported; undefined if there is none. */
export function unreportable({ birthDate, gender }: CountedMember, keyDate: string): ReportCause | undefined {
  if (!birthDate) return 'no-birth-date';
  if (birthDate > keyDate) return 'future-birth-date';
  return gender === 'x' ? 'no-gender' : undefined;
}

/** Members in an order independent of names, so that equal members give an equal hash and equal files. */
export function reportedOf(members: readonly CountedMember[], keyDate: string): ReportedMember[] {
  const rows = members.flatMap((one): ReportedMember[] => {
    const { memberId, birthDate, gender, isPassive, departments } = one;
    if (!birthDate || gender === 'x' || unreportable(one, keyDate)) return [];
    // Two departments of the same sport count as one for the association.
    const associations = new Map(departments.flatMap((department) => department.associations.map((of) => [`${of.no}/${of.sport}`, of])));
    const inOrder = [...associations].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of);
    return [{ memberId, birthYear: Number(birthDate.slice(0, 4)), gender, isPassive, associations: inOrder }];
  });
  return rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.memberId ?? '', b.memberId ?? ''));
}

/** The hash of a report without membership IDs, so that it remains valid after an erasure. */
export function hashOf(keyDate: string, head: ReportHead, rows: readonly ReportedMember[]): string {
  const { clubName, clubNumber, softwareKey, contactPerson } = head;
  const text = JSON.stringify([keyDate, clubName, clubNumber, softwareKey, contactPerson, rows.map(keyOf)]);
  return createHash('sha256').update(text).digest('hex');
}

/** The totals of a report: all members once by age and gender, and once per federation. */
export function totalsOf(
  members: readonly CountedMember[],
  keyDate: string,
  { ends, names }: { ends: readonly number[]; names: ReadonlyMap<string, string> },
): ReportTotals {
  const brackets: ReportedBracket[] = [0, ...ends.map((end) => end + 1)].map((from, at) => ({
    from,
    to: ends[at] ?? null,
    m: 0,
    w: 0,
    d: 0,
    o: 0,
  }));
  const associations = new Map<string, number>();
  let total = 0;
  for (const one of members) {
    const { birthDate, gender, departments } = one;
    if (!birthDate || gender === 'x' || unreportable(one, keyDate)) continue;
    total += 1;
    const age = ageOn(birthDate, keyDate);
    const bracket = brackets.find(({ to }) => to === null || age <= to);
    if (bracket) bracket[gender] += 1;
    for (const no of new Set(departments.flatMap((department) => department.associations.map((of) => of.no))))
      associations.set(no, (associations.get(no) ?? 0) + 1);
  }
  const byNumber = [...associations].toSorted(([a], [b]) => compare(a, b));
  return { total, brackets, associations: byNumber.map(([no, count]) => ({ no, name: names.get(no) ?? '', members: count })) };
}

function keyOf({ birthYear, gender, isPassive, associations }: ReportedMember): string {
  return JSON.stringify([birthYear, gender, isPassive, associations.map(({ no, sport }) => [no, sport])]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
