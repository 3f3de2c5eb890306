import type { MemberRecord } from '#shared/people/members.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Row } from '#server/platform/database/ledger.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { lockMember, readMember, versionOf, type Pair } from './record.ts';

/** The membership, locked, if the caller may change it and has seen its present state. */
export async function changeable(context: Context, tx: Transaction, id: string, permission: Permission, version?: number): Promise<Pair> {
  const pair = await lockMember(tx, id);
  allow(context, permission, targetOf(context, pair.member.club));
  if (version !== undefined && version !== versionOf(pair)) throw new Problem('conflict');
  return pair;
}

/** Records a write on a member, notifies the browsers, and gives the member as they stand now. */
export async function finish(
  write: Write,
  { member: { id, club } }: Pair,
  action: Permission,
  what: string,
  before: MemberRecord | undefined,
): Promise<MemberRecord> {
  const after = await readMember(write.tx, id);
  const content = `${what}: ${fullName(after)} (${after.memberNo})`;
  write.audit(action, { club, id, entity: 'members' }, content, changes(before, after));
  write.changed({ collection: 'members', club, entityId: id });
  return after;
}

/** Only changed columns, so that the log holds no more about people than it must. */
function changes(before: MemberRecord | undefined, after: MemberRecord): { before?: Row; after: Row } {
  if (!before) return { after: { memberNo: after.memberNo, kind: after.kind, joinedOn: after.joinedOn } };
  const old: Row = { ...before };
  const changed = Object.entries(after).filter(([field, value]) => JSON.stringify(old[field]) !== JSON.stringify(value));
  return { before: Object.fromEntries(changed.map(([field]) => [field, old[field]])), after: Object.fromEntries(changed) };
}
