import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { fullName, type PersonName } from '#shared/kernel/fullName.ts';
import { may } from '#shared/kernel/rights.ts';
import { invitationsContract, type SharedAccess } from '#shared/people/invitations.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { signedIn, targetOf, type Context, type Viewer } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import type { ProvedAccounts } from '#server/accounts/proved/service.ts';
import { readAccounts } from './gaining.ts';
import { acceptInvitation, keepInvitation, newAccountOf, readInvitation, sendInvitation, shownInvitation } from './invitations.ts';
import { invitableRelations, requireAge } from './ownAccountAge.ts';
import { ownPeople, type PersonRow } from './service.ts';
import { accessInvitation, heldAccess, person } from './table.ts';

const os = implementing(invitationsContract);
const done = { ok: true } as const;
const triesPerHour: Limit = { free: 10, windowMs: 60 * 60 * 1000 };

/** Invitations of a second parent or the person themselves by parents and the board, and their acceptance. */
export const invitationsApi = (accounts: ProvedAccounts) => os.router({ ...inviting, ...answering(accounts) });

const inviting = {
  list: os.list.handler(({ context, input: { id } }) =>
    context.read(async (tx) => {
      const of = await inviteFor(context, tx, id);
      await enterScope(tx, of.club);
      return sharedAccessOf(context, tx, of);
    }),
  ),

  create: os.create.handler(async ({ context, input: { id, email, relation } }) => {
    const viewer = signedIn(context);
    await countTry(context.database, `invite:${viewer.userId}`, triesPerHour);
    return context.write(async (write) => {
      const of = await inviteFor(context, write.tx, id);
      await enterScope(write.tx, of.club);
      await requireAge(write.tx, of, relation);
      const address = email.toLowerCase();
      const held = await accountsOf(write.tx, id);
      if (held.some((one) => one.email.toLowerCase() === address)) throw fieldProblem('email', 'Dieses Konto hat schon Zugang.');
      const invited = { email: address, relation, invitedBy: viewer.userId, isByBoard: mayInvite(context, of) };
      const secret = await keepInvitation(write.tx, of, invited);
      await sendInvitation(write.tx, context.settings, of, { email: address, relation, secret, invitedBy: viewer.name });
      record(write, 'personAccess.invite', of, `Eingeladen, für ${fullName(of)} zu handeln`, { relation });
      return sharedAccessOf(context, write.tx, of);
    });
  }),

  withdraw: os.withdraw.handler(({ context, input }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(accessInvitation).where(eq(accessInvitation.id, input.id));
      if (!row) throw new Problem('not-found');
      const of = await inviteFor(context, write.tx, row.personId);
      await enterScope(write.tx, of.club);
      const gone = await write.tx
        .delete(accessInvitation)
        .where(and(eq(accessInvitation.id, input.id), isNull(accessInvitation.acceptedAt)))
        .returning({ id: accessInvitation.id });
      if (gone.length === 0) throw new Problem('wrong-state');
      record(write, 'personAccess.invite', of, `Einladung zurückgezogen: ${fullName(of)}`, {});
      return done;
    }),
  ),
};

/** What the holder of the mailed link does. */
const answering = (accounts: ProvedAccounts) => ({
  read: os.read.handler(async ({ context, input: { token } }) => {
    const row = await context.read((tx) => readInvitation(tx, token));
    const isTaken = await accounts.isTaken(context, row.email);
    return context.read((tx) => shownInvitation(tx, row, isTaken));
  }),

  openAccount: os.openAccount.handler(async ({ context, input: { token, password, name: typed } }) => {
    if (context.viewer) throw new Problem('wrong-state');
    const invitation = await context.read((tx) => readInvitation(tx, token));
    const { club, email } = invitation;
    const name = await context.read((tx) => nameFor(tx, invitation, typed));
    const userId = await accounts.open(context, { email, club, password, ...name });
    return context.write((write) => accept(write, context, invitation, { userId, email, name: fullName(name) }));
  }),

  accept: os.accept.handler(({ context, input: { token } }) =>
    context.write(async (write) => accept(write, context, await readInvitation(write.tx, token), signedIn(context))),
  ),
});

async function accept(
  write: Write,
  { settings }: Context,
  invitation: Awaited<ReturnType<typeof readInvitation>>,
  viewer: Pick<Viewer, 'userId' | 'email' | 'name'>,
): Promise<typeof done> {
  await enterScope(write.tx, invitation.club);
  const of = await acceptInvitation(write.tx, settings, invitation, viewer);
  record(write, 'personAccess.acceptInvitation', of, `Einladung angenommen: ${fullName(of)}`, { userId: viewer.userId }, viewer);
  return done;
}

/** The name for the new account of an open invitation: the known one, else what its owner entered. */
async function nameFor(
  tx: Transaction,
  invitation: Awaited<ReturnType<typeof readInvitation>>,
  typed: PersonName | undefined,
): Promise<PersonName> {
  await enterScope(tx, invitation.club);
  const [of] = await tx.select().from(person).where(eq(person.id, invitation.personId));
  if (!of || invitation.acceptedAt || invitation.expiresAt <= now()) throw new Problem('invalid-link');
  const name = newAccountOf(invitation, of) ?? typed;
  if (!name) throw fieldProblem('name.firstname', 'Bitte ausfüllen.');
  return name;
}

/** The person, if the user is a parent who acts for them or the board of their club. */
async function inviteFor(context: Context, tx: Transaction, id: string): Promise<PersonRow> {
  const own = (await ownPeople(tx, signedIn(context).userId)).find((one) => one.id === id && one.relation === 'guardian');
  if (own) return own;
  const [row] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), isNull(person.anonymisedAt)));
  if (!row || !mayInvite(context, row)) throw new Problem('not-found');
  return row;
}

function mayInvite(context: Context, { club }: Pick<PersonRow, 'club'>): boolean {
  return may({ role: signedIn(context).role }, 'personAccess.invite', targetOf(context, club)) !== undefined;
}

async function accountsOf(tx: Transaction, personId: string) {
  const held = await tx
    .select({ userId: heldAccess.userId, relation: heldAccess.relation })
    .from(heldAccess)
    .where(eq(heldAccess.personId, personId))
    .orderBy(asc(heldAccess.createdAt), asc(heldAccess.userId));
  const accounts = await readAccounts(tx, held);
  return held.map((one) => ({ ...one, ...(accounts.get(one.userId) ?? { name: '', email: '' }) }));
}

async function sharedAccessOf(context: Context, tx: Transaction, { id: personId, birthDate }: PersonRow): Promise<SharedAccess> {
  const { userId: me } = signedIn(context);
  const open = await tx
    .select()
    .from(accessInvitation)
    .where(and(eq(accessInvitation.personId, personId), isNull(accessInvitation.acceptedAt), gt(accessInvitation.expiresAt, now())))
    .orderBy(asc(accessInvitation.createdAt), asc(accessInvitation.id));
  return {
    accounts: (await accountsOf(tx, personId)).map(({ userId, name, relation }) => ({ name, relation, isMe: userId === me })),
    invitations: open.map(({ id, email, relation, expiresAt }) => ({ id, email, relation, expiresAt: expiresAt.toISOString() })),
    relations: await invitableRelations(tx, birthDate),
  };
}

function record(
  write: Write,
  action: 'personAccess.invite' | 'personAccess.acceptInvitation',
  { club, id }: Pick<PersonRow, 'club' | 'id'>,
  content: string,
  after: { [field: string]: string },
  by?: Pick<Viewer, 'userId' | 'name'>,
): void {
  write.audit(action, { club, id, entity: 'members', by }, content, { after });
  write.changed({ collection: 'members', club });
  write.changed({ collection: 'participants', club, entityId: id });
}
