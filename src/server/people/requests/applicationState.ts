import { asc, eq } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { ApplicationState } from '#shared/people/membershipApplications.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import { inAllClubs, enterScope, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { isOpenedBy } from '#server/platform/secretLinks.ts';
import { member } from '../members/table.ts';
import { membershipApplication } from './table.ts';

/** Port: the cost of a membership, as German sentences. */
export type FeesInWords = (
  tx: Transaction,
  club: ClubName,
  wish: { birthDate: string; kind: MemberKind; joinsOn: string; departmentIds: readonly string[] },
) => Promise<string[]>;

/** The state of the application that a mailed link opens; throws if the link is unknown. */
export async function stateOf(tx: Transaction, token: string, feesInWords: FeesInWords): Promise<ApplicationState> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ row: membershipApplication, memberNo: member.memberNo, joinedOn: member.joinedOn })
      .from(membershipApplication)
      .leftJoin(member, eq(member.id, membershipApplication.memberId))
      .where(isOpenedBy(membershipApplication, token))
      .orderBy(asc(membershipApplication.birthDate), asc(membershipApplication.id)),
  );
  const [first] = rows;
  if (!first) throw new Problem('not-found');
  const { club } = first.row;
  await enterScope(tx, club);
  const people = await oneByOne(rows, async ({ row, memberNo, joinedOn }) => {
    const from = joinedOn ?? row.details.joinsOn;
    const fees = row.state === 'declined' ? [] : await feesInWords(tx, club, { birthDate: row.birthDate, ...row.details, joinsOn: from });
    return { name: fullName(row), state: row.state, reason: row.reason, memberNo, from, fees };
  });
  return { club, people };
}

/** The fees as a line of a mail; none without fees. */
export function feeLine(fees: readonly string[]): string[] {
  return fees.length > 0 ? [`Beitrag nach der Beitragsordnung: ${fees.join('; ')}`] : [];
}
