import { and, inArray, isNull } from 'drizzle-orm';
import type { AccessChoice, AccountAccess } from '#shared/people/access.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { member } from '../members/table.ts';
import { endAccess, verifyAccess, type AccessOf, type Relation } from './accessGrants.ts';
import { personAccess } from './table.ts';

type AccessRow = typeof personAccess.$inferSelect;

/**
 * Records that become one: the kept one and those merged into it. With an application, the account that sent it
 * requests access as well.
 */
export type Joined = {
  keptId: string | undefined;
  otherIds: readonly string[];
  applicant?: { userId: string; relation: Relation; since: Date } | undefined;
};

type Gaining = Pick<AccessRow, 'userId' | 'relation' | 'createdAt'> & { isVerified: boolean };
type Standing = { present: AccessRow[]; gaining: Gaining[] };

/**
 * The confirmed accounts of the kept record, and the accounts that would see more than before after the merge. Expired
 * accesses are included, since the merged record may have another birth date.
 */
async function standingOf(tx: Transaction, { keptId, otherIds, applicant }: Joined): Promise<Standing> {
  const ids = [...(keptId ? [keptId] : []), ...otherIds];
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(personAccess)
          .where(and(inArray(personAccess.personId, ids), isNull(personAccess.endedAt), isNull(personAccess.suspendedAt)))
          .orderBy(personAccess.createdAt, personAccess.userId);
  const present = rows.filter(({ personId, state }) => personId === keptId && state === 'verified');
  const gaining = new Map<string, Gaining>();
  for (const { userId, relation, createdAt, state } of rows) {
    const isVerified = state === 'verified';
    if (present.some((one) => one.userId === userId) || (gaining.get(userId)?.isVerified && !isVerified)) continue;
    gaining.set(userId, { userId, relation, createdAt, isVerified });
  }
  if (applicant && !gaining.has(applicant.userId) && !present.some(({ userId }) => userId === applicant.userId))
    gaining.set(applicant.userId, { ...applicant, createdAt: applicant.since, isVerified: false });
  return { present, gaining: [...gaining.values()] };
}

/** The preview for the board. No account is preselected if one is confirmed already, or the person is a member. */
export async function accessChoiceOf(tx: Transaction, joined: Joined): Promise<AccessChoice> {
  const { present, gaining } = await standingOf(tx, joined);
  const accounts = await readAccounts(tx, [...present, ...gaining]);
  const ids = [...(joined.keptId ? [joined.keptId] : []), ...joined.otherIds];
  const isMember = ids.length > 0 && (await tx.$count(member, inArray(member.personId, ids))) > 0;
  const isKnown = isMember || present.length > 0;
  const others = gaining.filter((one) => one.isVerified);
  // Of several unconfirmed accounts none is preselected, since one may be a stranger's.
  const claimed = gaining.length === 1 ? gaining : [];
  const proposed = isKnown ? [] : others.length > 0 ? others : claimed;
  const shown = (one: Gaining): AccountAccess => ({
    userId: one.userId,
    ...(accounts.get(one.userId) ?? { name: '', email: '' }),
    relation: one.relation,
    isVerified: one.isVerified,
    since: one.createdAt.toISOString(),
  });
  return {
    present: present.map((one) => shown({ ...one, isVerified: true })),
    gaining: gaining.map(shown),
    proposed: proposed.map(({ userId }) => userId),
  };
}

type Decision = { of: AccessOf; allowed: readonly string[]; by: string; basis: AccessRow['basis'] };

/**
 * Applies the board's choice: the chosen accounts get access to the kept record, all other accesses in question end.
 * Returns the accounts that got access. Throws a conflict for an account that was not in the preview.
 */
export async function decideAccess(tx: Transaction, joined: Joined, { of, allowed, by, basis }: Decision): Promise<Gaining[]> {
  const { gaining } = await standingOf(tx, joined);
  if (allowed.some((id) => !gaining.some(({ userId }) => userId === id))) throw new Problem('conflict');
  // An account can have one own person per club: the old access ends before the new one starts.
  for (const { userId } of gaining) for (const id of [of.id, ...joined.otherIds]) await endAccess(tx, userId, id, by);
  const admitted = gaining.filter(({ userId }) => allowed.includes(userId));
  for (const { userId, relation } of admitted) await verifyAccess(tx, { userId, of, relation, basis, by });
  return admitted;
}

/** Names and addresses of accounts by ID; an account may belong to another club. */
export async function readAccounts(
  tx: Transaction,
  rows: readonly { userId: string }[],
): Promise<Map<string, { name: string; email: string }>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ userId }) => userId);
  const found = await inAllClubs(tx, () =>
    tx
      .select({ id: appUser.id, firstname: appUser.firstname, lastname: appUser.lastname, email: appUser.email })
      .from(appUser)
      .where(inArray(appUser.id, ids)),
  );
  return new Map(found.map(({ id, email, ...name }) => [id, { name: fullName(name).trim() || email, email }]));
}
