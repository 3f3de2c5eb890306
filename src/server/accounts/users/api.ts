import { isAtLeast, type Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { accountName } from '#shared/kernel/user.ts';
import { usersContract } from '#shared/accounts/users.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { postClubNotice, postRoleNotice } from '../sessions/accountNotices.ts';
import { closeAccounts, deleteAccount, endSessions, invite, sendReset } from '../sessions/service.ts';
import { allow, askFresh, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Row } from '#server/platform/database/auditAndNotices.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { commitBatch } from '#server/platform/database/batches.ts';
import { changeUser } from './change.ts';
import { allUsers, listedUser, listUsers, type UserFilter } from './list.ts';
import { usersFile } from './usersFile.ts';
import { refuseIfLast, lockUser, type UserRow } from './service.ts';

const os = implementing(usersContract);
const ok = { ok: true } as const;

/** Endpoints of the users of a club (/admin/user). */
export const usersApi = os.router({
  list: os.list.handler(({ context, input: { limit, cursor, sort, descending, ...filter } }) =>
    context.read((tx) => listUsers(tx, scoped(context, filter), { sort, descending }, { limit, cursor })),
  ),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const user = await listed(tx, input.id);
      allow(context, 'users.read', targetOf(context, user.club.name));
      return user;
    }),
  ),

  invite: os.invite.handler(({ context, input }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'users.create', input.club);
      refuseHigherRole(context, input.role);
      const id = await invite(write, context.settings, { ...input, club });
      record(write, { id, club }, 'users.create', `Benutzer eingeladen: ${accountName(input)}`, undefined, {
        email: input.email,
        role: input.role,
      });
      return listed(write.tx, id);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (write) => {
      const user = await changeable(context, write.tx, id, 'users.update');
      refuseStale(user, version);
      await changeUser(write, user, values);
      const before = { firstname: user.firstname, lastname: user.lastname, memberId: user.memberId };
      record(write, user, 'users.update', `Benutzer geändert: ${accountName(user)}`, before, values);
      return listed(write.tx, id);
    }),
  ),

  setRole: os.setRole.handler(({ context, input }) =>
    context.write(async (write) => {
      const user = await changeable(context, write.tx, input.id, 'users.setRole');
      refuseSelf(context, user, 'users.setRole');
      if (user.role === 'super' || input.role === 'super') allow(context, 'users.setRoleSuper', targetOf(context, user.club));
      refuseHigherRole(context, input.role);
      refuseStale(user, input.version);
      if (!isAtLeast(input.role, user.role)) await refuseIfLast(write.tx, [user]);
      await changeUser(write, user, { role: input.role });
      await endSessions(write, user);
      if (input.role !== user.role)
        await postRoleNotice(write.tx, context.settings, user, { before: user.role, after: input.role }, signedIn(context).name);
      record(write, user, 'users.setRole', `Rolle geändert: ${accountName(user)}`, { role: user.role }, { role: input.role });
      return listed(write.tx, user.id);
    }),
  ),

  setClub: os.setClub.handler(async ({ context, input }) => {
    const { displayName } = (await readClubs(context.database))[input.club];
    return context.write(async (write) => {
      const user = await changeable(context, write.tx, input.id, 'users.setClub');
      refuseSelf(context, user, 'users.setClub');
      refuseStale(user, input.version);
      if (user.club !== input.club) await refuseIfLast(write.tx, user.role === 'admin' ? [user] : []);
      await changeUser(write, user, { club: input.club });
      await endSessions(write, user);
      if (input.club !== user.club)
        await postClubNotice(write.tx, context.settings, { email: user.email, club: input.club }, displayName, signedIn(context).name);
      record(write, user, 'users.setClub', `Verein gewechselt: ${accountName(user)}`, { club: user.club }, { club: input.club });
      return listed(write.tx, user.id);
    });
  }),

  disable: os.disable.handler(({ context, input }) =>
    context.write(async (write) => {
      await disable(context, write, [input.id]);
      return listed(write.tx, input.id);
    }),
  ),

  enable: os.enable.handler(({ context, input }) =>
    context.write(async (write) => {
      await enable(context, write, input.id);
      return listed(write.tx, input.id);
    }),
  ),

  revokeSessions: os.revokeSessions.handler(({ context, input }) =>
    context.write(async (write) => {
      await revokeSessions(context, write, input.id);
      return ok;
    }),
  ),

  sendReset: os.sendReset.handler(({ context, input }) =>
    context.write(async (write) => {
      const user = await changeable(context, write.tx, input.id, 'users.update');
      await sendReset(write.tx, context.settings, user);
      record(write, user, 'users.update', `Mail zum Zurücksetzen gesendet: ${accountName(user)}`);
      return ok;
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const user = await changeable(context, write.tx, input.id, 'users.delete');
      refuseSelf(context, user, 'users.delete');
      await refuseIfLast(write.tx, [user]);
      await deleteAccount(write, user);
      record(write, user, 'users.delete', `Benutzer gelöscht: ${accountName(user)}`, { email: user.email, role: user.role });
      return ok;
    }),
  ),

  batch: os.batch.handler(({ context, input }) => {
    if (input.action === 'enable') askFresh(signedIn(context));
    return context.write(async (write) => {
      await commitBatch(write.tx, input.batchId);
      // A fixed order, so that concurrent batches cannot deadlock.
      const ids = [...new Set(input.ids)].sort();
      if (input.action === 'disable') await disable(context, write, ids);
      for (const id of ids) {
        if (input.action === 'enable') await enable(context, write, id);
        if (input.action === 'revokeSessions') await revokeSessions(context, write, id);
      }
      return { count: ids.length };
    });
  }),

  export: os.export.handler(({ context, input: { sort, descending, format, columns, ...asked } }) =>
    context.write(async (write) => {
      const filter = scoped(context, asked);
      const rows = await allUsers(write.tx, filter, { sort, descending });
      const viewer = signedIn(context);
      write.audit('users.export', { club: filter.club ?? viewer.club }, `Benutzerliste exportiert (${rows.length})`, {
        after: { listed: rows.map(({ id }) => id) },
      });
      return usersFile(rows, format, columns);
    }),
  ),
});

/** Without a club filter a super sees all clubs, everybody else only their own. */
function scoped(context: Context, filter: UserFilter): UserFilter {
  const seesAll = context.viewer?.role === 'super' && !filter.club;
  return seesAll ? filter : { ...filter, club: clubAsked(context, 'users.list', filter.club) };
}

async function listed(tx: Transaction, id: string) {
  const user = await listedUser(tx, id);
  if (!user) throw new Problem('not-found');
  return user;
}

/** Locks and returns the user if the caller may change them: in their club, and a super only by a super. */
async function changeable(context: Context, tx: Transaction, id: string, permission: Permission): Promise<UserRow> {
  const user = await lockUser(tx, id);
  allow(context, permission, targetOf(context, user.club));
  if (user.role === 'super') allow(context, 'users.editSuper', targetOf(context, user.club));
  return user;
}

function refuseSelf(context: Context, user: UserRow, permission: Permission): void {
  if (user.id === signedIn(context).userId) allow(context, permission, 'self');
}

/** Nobody can give a role above their own. */
function refuseHigherRole(context: Context, role: Role): void {
  if (!isAtLeast(signedIn(context).role, role)) throw new Problem('forbidden');
}

function refuseStale(user: UserRow, version: number): void {
  if (user.version !== version) throw new Problem('conflict');
}

async function disable(context: Context, write: Write, ids: string[]): Promise<void> {
  const users: UserRow[] = [];
  for (const id of ids) {
    const user = await changeable(context, write.tx, id, 'users.disable');
    refuseSelf(context, user, 'users.disable');
    users.push(user);
  }
  await closeAccounts(write, users);
  for (const user of users) record(write, user, 'users.disable', `Konto gesperrt: ${accountName(user)}`);
}

async function enable(context: Context, write: Write, id: string): Promise<void> {
  const user = await changeable(context, write.tx, id, 'users.enable');
  await changeUser(write, user, { disabledAt: null });
  record(write, user, 'users.enable', `Konto entsperrt: ${accountName(user)}`);
}

async function revokeSessions(context: Context, write: Write, id: string): Promise<void> {
  const user = await changeable(context, write.tx, id, 'users.revokeSessions');
  await endSessions(write, user);
  record(write, user, 'users.revokeSessions', `Sitzungen beendet: ${accountName(user)}`);
}

function record(write: Write, user: { id: string; club: ClubName }, action: Permission, content: string, before?: Row, after?: Row): void {
  write.audit(action, { club: user.club, id: user.id, entity: 'users' }, content, { before, after });
}
