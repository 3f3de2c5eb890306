import { isAtLeast, type Role } from '#shared/kernel/roles.ts';
import { accountName } from '#shared/kernel/user.ts';
import { usersContract } from '#shared/accounts/users.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { postClubNotice, postRoleNotice } from '../sessions/accountNotices.ts';
import { deleteAccount, endSessions, invite, sendReset } from '../sessions/service.ts';
import { allow, askFresh, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { changeMany, disable, enable, revokeSessions } from './batch.ts';
import { changeUser } from './change.ts';
import { allUsers, listedUser, listUsers, selectAll } from './list.ts';
import { usersFile } from './usersFile.ts';
import { changeable, record, refuseSelf, scoped } from './rights.ts';
import { refuseIfLast, type UserRow } from './service.ts';

const os = implementing(usersContract);
const ok = { ok: true } as const;

/** Port: gives an account that works for its club an own person there, whom offers can name. */
export type KeepStaffPerson = (
  write: Write,
  account: Pick<UserRow, 'id' | 'club' | 'firstname' | 'lastname' | 'email'>,
  by: string,
) => Promise<void>;

const isStaff = (role: Role) => isAtLeast(role, 'trainer');

/** Lists of users. */
const reading = {
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

  selection: os.selection.handler(({ context, input }) => context.read((tx) => selectAll(tx, scoped(context, input), signedIn(context)))),

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
};

/** Who gets an account or a role, and with it a person whom offers can name. */
const appointing = (keepStaffPerson: KeepStaffPerson) => ({
  invite: os.invite.handler(({ context, input }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'users.create', input.club);
      refuseHigherRole(context, input.role);
      const id = await invite(write, context.settings, { ...input, club });
      if (isStaff(input.role)) await keepStaffPerson(write, { ...input, id, club }, signedIn(context).userId);
      record(write, { id, club }, 'users.create', `Benutzer eingeladen: ${accountName(input)}`, undefined, {
        email: input.email,
        role: input.role,
      });
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
      if (isStaff(input.role)) await keepStaffPerson(write, user, signedIn(context).userId);
      await endSessions(write, user);
      if (input.role !== user.role)
        await postRoleNotice(write.tx, context.settings, user, { before: user.role, after: input.role }, signedIn(context).name);
      record(write, user, 'users.setRole', `Rolle geändert: ${accountName(user)}`, { role: user.role }, { role: input.role });
      return listed(write.tx, user.id);
    }),
  ),
});

const changing = {
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
    return changeMany(context, input);
  }),
};

/** Endpoints of the users of a club (/admin/user). */
export const usersApi = (keepStaffPerson: KeepStaffPerson) => os.router({ ...reading, ...appointing(keepStaffPerson), ...changing });

async function listed(tx: Transaction, id: string) {
  const user = await listedUser(tx, id);
  if (!user) throw new Problem('not-found');
  return user;
}

/** Nobody can give a role above their own. */
function refuseHigherRole(context: Context, role: Role): void {
  if (!isAtLeast(signedIn(context).role, role)) throw new Problem('forbidden');
}

function refuseStale(user: UserRow, version: number): void {
  if (user.version !== version) throw new Problem('conflict');
}
