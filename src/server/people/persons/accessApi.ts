import { and, eq } from 'drizzle-orm';
import { personAccessContract, type CheckedAccess } from '#shared/people/access.ts';
import { accessBasisNames } from '#shared/people/accessWords.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { endAccess, lockAccess, suspendAccess, verifyAccess } from './accessGrants.ts';
import { readAccessLink, notifyOfAccess } from './accessMails.ts';
import { tasksOf } from './accessList.ts';
import { readAccounts } from './gaining.ts';
import { person, personAccess } from './table.ts';

const os = implementing(personAccessContract);
const done = { ok: true } as const;

/** Accesses of accounts to persons: the board's decisions, and the link in a mail that suspends one. */
export const personAccessApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'personAccess.list', input.club);
    return context.read((tx) => tasksOf(tx, club));
  }),

  verify: os.verify.handler(({ context, input: { id, userId, basis } }) =>
    context.write(async (write) => {
      const { access, person: of } = await decidable(context, write.tx, 'personAccess.verify', id, userId);
      if (access.state === 'verified' && !access.suspendedAt) throw new Problem('wrong-state');
      await verifyAccess(write.tx, { userId, of, relation: access.relation, basis, by: signedIn(context).userId });
      await notifyOfAccess(write.tx, context.settings, of, access);
      record(write, 'personAccess.verify', of, `Zugang bestätigt (${accessBasisNames[basis]}): ${fullName(of)}`, userId);
      return done;
    }),
  ),

  end: os.end.handler(({ context, input: { id, userId } }) =>
    context.write(async (write) => {
      const { person: of } = await decidable(context, write.tx, 'personAccess.end', id, userId);
      await endAccess(write.tx, userId, id, signedIn(context).userId);
      record(write, 'personAccess.end', of, `Zugang beendet: ${fullName(of)}`, userId);
      return done;
    }),
  ),

  check: os.check.handler(({ context, input: { token } }) =>
    context.read(async (tx) => {
      const link = await readAccessLink(tx, token);
      await enterScope(tx, link.club);
      return checked(tx, link);
    }),
  ),

  suspend: os.suspend.handler(({ context, input: { token } }) =>
    context.write(async (write) => {
      const link = await readAccessLink(write.tx, token);
      await enterScope(write.tx, link.club);
      const isNew = await suspendAccess(write.tx, link.userId, link.personId);
      const answer = await checked(write.tx, link);
      if (isNew) {
        const by = context.viewer ?? { name: 'Über den Link in der Mail' };
        write.audit(
          'personAccess.suspend',
          { club: link.club, id: link.personId, entity: 'members', by },
          `Zugang gesperrt: ${answer.person}`,
          { after: { userId: link.userId } },
        );
        write.changed({ collection: 'members', club: link.club });
      }
      return answer;
    }),
  ),
});

async function decidable(
  context: Context,
  tx: Transaction,
  permission: 'personAccess.verify' | 'personAccess.end',
  id: string,
  userId: string,
) {
  const found = await lockAccess(tx, userId, id);
  // Row-level security lets an account read its own access; the permission is checked separately.
  if (!found) throw new Problem('not-found');
  allow(context, permission, targetOf(context, found.person.club));
  await enterScope(tx, found.person.club);
  return found;
}

async function checked(tx: Transaction, { userId, personId }: { userId: string; personId: string }): Promise<CheckedAccess> {
  const [row] = await tx
    .select({ access: personAccess, firstname: person.firstname, lastname: person.lastname })
    .from(personAccess)
    .innerJoin(person, eq(person.id, personAccess.personId))
    .where(and(eq(personAccess.userId, userId), eq(personAccess.personId, personId)));
  if (!row) throw new Problem('invalid-link');
  const { access } = row;
  return {
    person: fullName(row),
    account: (await readAccounts(tx, [access])).get(userId)?.name ?? '',
    relation: access.relation,
    since: (access.verifiedAt ?? access.createdAt).toISOString(),
    state: access.endedAt ? 'ended' : access.suspendedAt ? 'suspended' : 'open',
  };
}

function record(
  write: Write,
  action: 'personAccess.verify' | 'personAccess.end',
  of: { id: string; club: ClubName },
  content: string,
  userId: string,
): void {
  write.audit(action, { club: of.club, id: of.id, entity: 'members' }, content, { after: { userId } });
  write.changed({ collection: 'members', club: of.club });
}
