import type { MemberRecord } from '#shared/people/members.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Row } from '#server/platform/database/auditAndNotices.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { lockMember, lockMembers, readMember, readMembers, versionOf, type Pair } from './record.ts';

/** The locked membership; throws unless the caller may change it and has its current version. */
export async function changeable(context: Context, tx: Transaction, id: string, permission: Permission, version?: number): Promise<Pair> {
  const pair = await lockMember(tx, id);
  allowed(context, pair, permission);
  if (version !== undefined && version !== versionOf(pair)) throw new Problem('conflict');
  return pair;
}

/** The locked memberships of a batch; throws unless the caller may change all of them. */
export async function changeableMany(context: Context, tx: Transaction, ids: readonly string[], permission: Permission): Promise<Pair[]> {
  const pairs = await lockMembers(tx, ids);
  for (const pair of pairs) allowed(context, pair, permission);
  return pairs;
}

function allowed(context: Context, { member: { club } }: Pair, permission: Permission): void {
  allow(context, permission, targetOf(context, club));
}

/** Logs a write on a member, notifies the browsers, and returns the current record. */
export async function finish(
  write: Write,
  { member: { id } }: Pair,
  action: Permission,
  what: string,
  before: MemberRecord | undefined,
): Promise<MemberRecord> {
  const after = await readMember(write.tx, id);
  record(write, action, what, before, after);
  return after;
}

/** Logs a write on many members, each with its changes, and notifies the browsers. */
export async function finishMany(write: Write, action: Permission, what: string, before: Map<string, MemberRecord>): Promise<void> {
  const after = await readMembers(write.tx, [...before.keys()]);
  for (const [id, one] of after) record(write, action, what, before.get(id), one);
}

function record(write: Write, action: Permission, what: string, before: MemberRecord | undefined, after: MemberRecord): void {
  const { id, club } = after;
  write.audit(action, { club, id, entity: 'members' }, `${what}: ${fullName(after)} (${after.memberNo})`, changes(before, after));
  write.changed({ collection: 'members', club, entityId: id });
}

/** Only changed columns, to keep personal data in the log to a minimum. */
function changes(before: MemberRecord | undefined, after: MemberRecord): { before?: Row; after: Row } {
  if (!before) return { after: { memberNo: after.memberNo, kind: after.kind, joinedOn: after.joinedOn } };
  const old: Row = { ...before };
  const changed = Object.entries(after).filter(([field, value]) => JSON.stringify(old[field]) !== JSON.stringify(value));
  return { before: Object.fromEntries(changed.map(([field]) => [field, old[field]])), after: Object.fromEntries(changed) };
}
