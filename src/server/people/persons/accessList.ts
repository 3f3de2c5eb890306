import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { AccessTask } from '#shared/people/access.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { membersOf } from '../members/service.ts';
import { endsSoon, isClaimOnMember } from './accessTasks.ts';
import { readAccounts } from './gaining.ts';
import { person, personAccess } from './table.ts';

const tasksAtMost = 200;

/** The accesses of a club that the board must decide on: disputed ones first, then those to members' records and coming birthdays. */
export async function tasksOf(tx: Transaction, club: ClubName): Promise<AccessTask[]> {
  const rows = await tx
    .select({ access: personAccess, person })
    .from(personAccess)
    .innerJoin(person, eq(person.id, personAccess.personId))
    .where(
      and(
        eq(personAccess.club, club),
        isNull(personAccess.endedAt),
        or(isNotNull(personAccess.suspendedAt), isClaimOnMember(), endsSoon()),
      ),
    )
    .orderBy(sql`${personAccess.suspendedAt} is null`, asc(personAccess.comesOfAge), person.lastname, person.id, personAccess.userId)
    .limit(tasksAtMost);
  const accounts = await readAccounts(
    tx,
    rows.map(({ access }) => access),
  );
  const members = await membersOf(
    tx,
    rows.map((row) => row.person.id),
  );
  return rows.map(({ access, person: of }) => ({
    kind: access.suspendedAt ? 'suspended' : access.verifiedAt ? 'ofAge' : 'claimed',
    personId: of.id,
    name: fullName(of),
    birthDate: of.birthDate,
    memberId: members.get(of.id)?.id ?? null,
    endsOn: access.relation === 'guardian' ? access.comesOfAge : null,
    account: {
      userId: access.userId,
      ...(accounts.get(access.userId) ?? { name: '', email: '' }),
      relation: access.relation,
      isVerified: access.state === 'verified',
      since: (access.verifiedAt ?? access.createdAt).toISOString(),
    },
  }));
}
