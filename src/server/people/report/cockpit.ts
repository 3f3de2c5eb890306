import { and, desc, eq, lt } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { reportCauses } from '#shared/people/report/reportCauses.ts';
import { windowOf } from '#shared/people/report/reportAdapters.ts';
import type { ReportCockpit, ReportComparison, ReportTotals } from '#shared/people/report/reportSnapshots.ts';
import { compareNames, listedName } from '#shared/kernel/fullName.ts';
import { association } from '#server/club/departments/table.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { blockingOf, readCauses } from './causes.ts';
import { membersOn, type CountedMember } from './members.ts';
import { readNames } from './names.ts';
import { readProfile } from './profile.ts';
import { totalsOf, unreportable } from './reported.ts';
import { reportSnapshot } from './table.ts';

/** The state of the report of a key date: members ready for it, causes affecting the others, and changes since the last report. */
export async function readCockpit(tx: Transaction, club: ClubName, keyDate: string): Promise<ReportCockpit> {
  const members = await membersOn(tx, club, keyDate);
  const profile = await readProfile(tx, club);
  const causes = await readCauses(tx, club, { members, keyDate, profile });
  const now = totalsOf(members, keyDate, await countingOf(tx, club));
  return {
    keyDate,
    total: members.length,
    ready: members.filter((one) => isReady(one, keyDate)).length,
    window: windowOf(profile.adapter, keyDate),
    profile,
    causes,
    blocking: blockingOf(causes, profile, false),
    comparison: await compareWithLast(tx, { club, keyDate, members, now }),
  };
}

/** The age groups of a report, and the names of the federations. */
export async function countingOf(tx: Transaction, club: ClubName) {
  const rows = await tx
    .select({ no: association.no, name: association.name })
    .from(association)
    .where(eq(association.club, club))
    .limit(500);
  return { ends: (await readParameter(tx, 'lsb.ageBrackets')).map(Number), names: new Map(rows.map(({ no, name }) => [no, name])) };
}

function isReady(one: CountedMember, keyDate: string): boolean {
  const isWithout = one.departments.some(({ associations }) => associations.length === 0);
  const lacks = unreportable(one, keyDate);
  return !(lacks && reportCauses[lacks].isBlocking) && !isWithout;
}

type Present = { club: ClubName; keyDate: string; members: readonly CountedMember[]; now: ReportTotals };

/** The changes since the last report submitted for an earlier key date: totals, joined and left members. */
async function compareWithLast(tx: Transaction, { club, keyDate, members, now }: Present): Promise<ReportComparison | null> {
  const [last] = await tx
    .select()
    .from(reportSnapshot)
    .where(and(eq(reportSnapshot.club, club), eq(reportSnapshot.state, 'handedIn'), lt(reportSnapshot.keyDate, keyDate)))
    .orderBy(desc(reportSnapshot.keyDate), desc(reportSnapshot.number))
    .limit(1);
  if (!last) return null;
  const before = new Set(last.rows.flatMap(({ memberId }) => memberId ?? []));
  const present = new Set(members.map(({ memberId }) => memberId));
  const joined = members.filter(({ memberId }) => !before.has(memberId)).map(({ memberId, name }) => ({ memberId, name }));
  const gone = [...before].filter((id) => !present.has(id));
  const names = await readNames(tx, gone);
  const left = gone.map((memberId) => ({ memberId, name: nameOf(names.get(memberId)) })).toSorted((a, b) => compareNames(a.name, b.name));
  const erased = last.rows.filter(({ memberId }) => memberId === null).map(() => ({ memberId: null, name: 'gelöscht' }));
  return { keyDate: last.keyDate, before: last.totals, now, joined: joined.slice(0, 500), left: [...left, ...erased].slice(0, 500) };
}

function nameOf(one: { lastname: string; firstname: string } | undefined): string {
  return one ? listedName(one) : 'gelöscht';
}
