import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, exportLook, id, line, pageQuery, requiredLine, roleName, version } from '#shared/kernel/fields.ts';
import { user } from '#shared/kernel/user.ts';

/** A user in the list at /admin/user. */
const listedUser = user.extend({
  isDisabled: z.boolean(),
  isVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  isFactorResetAsked: z.boolean(),
  version,
});

export type ListedUser = z.infer<typeof listedUser>;

/** The sortable columns of the user list. */
export const userSorts = ['lastname', 'email', 'lastLogin', 'createdAt'] as const;

/** The maximum number of accounts changed in one request. */
export const userBatchAtMost = 500;

const userFilter = {
  club: clubName.optional().describe('Defaults to the own club; for superusers to all clubs. Only superusers may name another club.'),
  search: line(100).optional().describe('Matches a part of the name or of the email address.'),
  role: roleName.optional(),
  state: z.enum(['active', 'disabled', 'unverified']).optional(),
};

/** The filter of a selection of all results, with a mark of what it found at that time. */
const selectedUsers = z.strictObject({ filter: z.strictObject(userFilter), mark: z.string().max(60) });
export type SelectedUsers = z.input<typeof selectedUsers>;

/** An invitation; its role is at most that of the inviting user. */
export const inviteInput = z.strictObject({
  email,
  firstname: requiredLine(80),
  lastname: requiredLine(80),
  role: roleName,
  club: clubName.optional(),
});
/** The editable fields of a user, with the version that the edit is based on. */
export const editUserInput = z.strictObject({ firstname: requiredLine(80), lastname: requiredLine(80), memberId: line(64), version });

const one = z.strictObject({ id });
const lastOnes = ['last-super', 'last-admin', 'conflict'] as const;

/** The users of a club (/admin/user; specification sections 3 and 6). */
export const usersContract = {
  list: endpoint({ access: 'users.list' }, { method: 'GET', path: '/users', summary: 'Benutzer auflisten' })
    .input(
      z.strictObject({
        ...pageQuery,
        ...userFilter,
        sort: z.enum(userSorts).default('lastname'),
        descending: z.stringbool().default(false),
      }),
    )
    .output(
      z.object({
        rows: z.array(listedUser),
        next: z.string().nullable(),
        total: z.int().nullable().describe('The number of matching users, counted up to 1000; only on the first page.'),
      }),
    ),
  read: endpoint({ access: 'users.read' }, { method: 'GET', path: '/users/{id}', summary: 'Einen Benutzer lesen' })
    .input(one)
    .output(listedUser),
  invite: endpoint(
    { access: 'users.create', fresh: true },
    {
      method: 'POST',
      path: '/users',
      summary: 'Benutzer einladen',
      description: 'Creates the account and sends a link with which the person sets a password.',
      refuses: ['email-already-in-use', 'in-progress', 'key-reused'],
      example: { email: 'jo@example.org', firstname: 'Jo', lastname: 'Muster', role: 'trainer' },
    },
  )
    .input(inviteInput)
    .output(listedUser),
  update: endpoint(
    { access: 'users.update' },
    {
      method: 'PATCH',
      path: '/users/{id}',
      summary: 'Name und verknüpftes Mitglied ändern',
      refuses: ['conflict'],
      example: { firstname: 'Jo', lastname: 'Muster', memberId: '', version: 1 },
    },
  )
    .input(editUserInput.extend({ id }))
    .output(listedUser),
  setRole: endpoint(
    { access: 'users.setRole', fresh: true },
    {
      method: 'PUT',
      path: '/users/{id}/role',
      summary: 'Rolle ändern',
      description: 'Nobody can grant a role above their own or change their own role. Ends all sessions of the user.',
      example: { role: 'trainer', version: 1 },
      refuses: lastOnes,
    },
  )
    .input(z.strictObject({ id, role: roleName, version }))
    .output(listedUser),
  setClub: endpoint(
    { access: 'users.setClub', fresh: true },
    { method: 'PUT', path: '/users/{id}/club', summary: 'Verein wechseln', refuses: lastOnes, example: { club: 'SCB', version: 1 } },
  )
    .input(z.strictObject({ id, club: clubName, version }))
    .output(listedUser),
  disable: endpoint(
    { access: 'users.disable' },
    { method: 'POST', path: '/users/{id}/disable', summary: 'Konto sperren', refuses: lastOnes },
  )
    .input(one)
    .output(listedUser),
  enable: endpoint({ access: 'users.enable', fresh: true }, { method: 'POST', path: '/users/{id}/enable', summary: 'Konto entsperren' })
    .input(one)
    .output(listedUser),
  revokeSessions: endpoint(
    { access: 'users.revokeSessions' },
    { method: 'DELETE', path: '/users/{id}/sessions', summary: 'Sitzungen beenden' },
  )
    .input(one)
    .output(done),
  sendReset: endpoint(
    { access: 'users.update' },
    { method: 'POST', path: '/users/{id}/password-reset', summary: 'Mail zum Zurücksetzen des Passworts senden' },
  )
    .input(one)
    .output(done),
  delete: endpoint(
    { access: 'users.delete', fresh: true },
    { method: 'DELETE', path: '/users/{id}', summary: 'Benutzer löschen', refuses: lastOnes },
  )
    .input(one)
    .output(done),
  selection: endpoint(
    { access: 'users.disable' },
    {
      method: 'GET',
      path: '/users/selection',
      summary: 'Alle Benutzer eines Filters auswählen',
      description: `The ids of at most ${userBatchAtMost} accounts that the viewer may disable, their total number, and a mark with which the batch endpoint detects changes of the result.`,
    },
  )
    .input(z.strictObject(userFilter))
    .output(z.object({ ids: z.array(id), count: z.int(), mark: z.string() })),
  batch: endpoint(
    { access: 'users.disable', answerMs: 15_000 },
    {
      method: 'POST',
      path: '/users/batch',
      summary: 'Mehrere Benutzer auf einmal sperren, entsperren oder ausloggen',
      description:
        'Runs in one transaction: all or none. Fails with 409 if the `batchId` was used before or the result of the filter has changed. Enabling accounts requires recent re-authentication.',
      refuses: ['already-committed', 'selection-changed', 'reauthentication-required', ...lastOnes],
      example: {
        batchId: '7d4d4c1e-6a0f-4a6c-9b1c-2f8f3f1f5a10',
        action: 'disable',
        ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'],
      },
    },
  )
    .input(
      z.strictObject({
        batchId: z.uuid(),
        action: z.enum(['disable', 'enable', 'revokeSessions']),
        ids: z.array(id).min(1).max(userBatchAtMost),
        of: selectedUsers.optional(),
      }),
    )
    .output(z.object({ count: z.int(), changed: z.array(id).describe('Who is disabled or enabled now and was not before.') })),
  export: endpoint(
    { access: 'users.export', fresh: true, answerMs: 10_000 },
    { method: 'GET', path: '/users/export', summary: 'Benutzer als CSV oder XLSX' },
  )
    .input(
      z.strictObject({
        ...userFilter,
        sort: z.enum(userSorts).default('lastname'),
        descending: z.stringbool().default(false),
        ...exportLook,
      }),
    )
    .output(z.file()),
};
