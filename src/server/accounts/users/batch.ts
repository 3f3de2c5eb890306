import { accountName } from '#shared/kernel/user.ts';
import type { SelectedUsers } from '#shared/accounts/users.ts';
import { closeAccounts, endSessions } from '../sessions/service.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { commitBatch } from '#server/platform/database/batches.ts';
import type { Write } from '#server/platform/database/database.ts';
import { changeUser } from './change.ts';
import { refuseChanged } from './list.ts';
import { changeable, record, refuseSelf, scoped } from './rights.ts';
import type { UserRow } from './service.ts';

type Action = 'disable' | 'enable' | 'revokeSessions';
type Batch = { batchId: string; action: Action; ids: readonly string[]; of?: SelectedUsers | undefined };

/** Applies one change to many accounts in one transaction. Repeating the request returns 409. */
export function changeMany(context: Context, { batchId, action, ids: asked, of }: Batch): Promise<{ count: number; changed: string[] }> {
  return context.write(async (write) => {
    await commitBatch(write.tx, batchId);
    if (of) await refuseChanged(write.tx, scoped(context, of.filter), of.mark, signedIn(context));
    // A fixed order, so that concurrent batches cannot deadlock.
    const ids = [...new Set(asked)].sort();
    const changed: UserRow[] = [];
    if (action === 'disable') changed.push(...(await disable(context, write, ids)));
    for (const id of ids) {
      if (action === 'enable') changed.push(...(await enable(context, write, id)));
      if (action === 'revokeSessions') await revokeSessions(context, write, id);
    }
    return { count: ids.length, changed: changed.map(({ id }) => id) };
  });
}

/** Disables accounts; returns those that were not disabled before. */
export async function disable(context: Context, write: Write, ids: readonly string[]): Promise<UserRow[]> {
  const users: UserRow[] = [];
  for (const id of ids) {
    const user = await changeable(context, write.tx, id, 'users.disable');
    refuseSelf(context, user, 'users.disable');
    users.push(user);
  }
  await closeAccounts(write, users);
  for (const user of users) record(write, user, 'users.disable', `Konto gesperrt: ${accountName(user)}`);
  return users.filter(({ disabledAt }) => disabledAt === null);
}

/** Enables an account; returns it if it was disabled before. */
export async function enable(context: Context, write: Write, id: string): Promise<UserRow[]> {
  const user = await changeable(context, write.tx, id, 'users.enable');
  await changeUser(write, user, { disabledAt: null });
  record(write, user, 'users.enable', `Konto entsperrt: ${accountName(user)}`);
  return user.disabledAt === null ? [] : [user];
}

/** Ends all sessions of an account. */
export async function revokeSessions(context: Context, write: Write, id: string): Promise<void> {
  const user = await changeable(context, write.tx, id, 'users.revokeSessions');
  await endSessions(write, user);
  record(write, user, 'users.revokeSessions', `Sitzungen beendet: ${accountName(user)}`);
}
