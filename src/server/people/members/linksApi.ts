import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { oneOf, fullNameOf } from '#server/platform/database/columns.ts';
import { may } from '#shared/kernel/rights.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { memberLinksContract, type Family } from '#shared/people/memberLinks.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { today } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf } from '#server/platform/http/context.ts';
import { enterScope, type Write, type Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { endAccess, lockAccess, verifyAccess } from '../persons/accessGrants.ts';
import { notifyOfAccess } from '../persons/accessMails.ts';
import { requireAge } from '../persons/ownAccountAge.ts';
import { decideAccess } from '../persons/gaining.ts';
import { actingAccess, personAccess } from '../persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { findDuplicates, type CountEnrolments } from './duplicates.ts';
import type { Mandates } from './mandates.ts';
import { lockBoth, mergePeople } from './merge.ts';
import { payerOf } from './payers.ts';
import { lockMember, readMember, type Pair } from './record.ts';
import { mayRead } from './rights.ts';
import { distinctPeople, member, memberSets } from './table.ts';

const os = implementing(memberLinksContract);
const familyAtMost = 50;

/** Ports to modules of higher layers. */
type FromAbove = { mandates: Mandates; personalData: readonly PersonalData[]; countEnrolments: CountEnrolments };

/** Duplicate records, and the family of a member. */
export const memberLinksApi = (above: FromAbove) => os.router({ ...merging(above), ...linking(above.mandates) });

const merging = ({ personalData, countEnrolments }: Omit<FromAbove, 'mandates'>) => ({
  duplicates: os.duplicates.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.update', input.club);
    return context.read((tx) => findDuplicates(tx, club, countEnrolments));
  }),
  merge: os.merge.handler(({ context, input: { id, otherId, version, otherVersion, taken, allowed } }) =>
    context.write(async (write) => {
      if (id === otherId) throw fieldProblem('otherId', 'Das ist dieselbe Person.');
      const [kept, other] = await lockBoth(write.tx, id, otherId, personalData);
      allow(context, 'members.update', targetOf(context, kept.club));
      if (kept.version !== version || other.version !== otherVersion) throw new Problem('conflict');
      await enterScope(write.tx, kept.club);
      const joined = { keptId: id, otherIds: [otherId] };
      const decision = { of: kept, allowed, by: signedIn(context).userId, basis: 'merge' } as const;
      const admitted = await decideAccess(write.tx, joined, decision);
      await mergePeople(write.tx, personalData, { kept, other, taken });
      for (const one of admitted) await notifyOfAccess(write.tx, context.settings, kept, one);
      const before = { firstname: other.firstname, lastname: other.lastname, id: other.id };
      record(write, kept, `Personen zusammengeführt: ${fullName(kept)}`, { before, after: { taken, allowed } });
      for (const collection of ['participants', 'participations', 'charges'] as const) write.changed({ collection, club: kept.club });
      return { personId: id };
    }),
  ),
  keepApart: os.keepApart.handler(({ context, input: { id, otherId } }) =>
    context.write(async (write) => {
      if (id === otherId) throw fieldProblem('otherId', 'Das ist dieselbe Person.');
      const [one] = await lockBoth(write.tx, id, otherId);
      allow(context, 'members.update', targetOf(context, one.club));
      await enterScope(write.tx, one.club);
      const [firstId = id, secondId = otherId] = [id, otherId].sort();
      await write.tx.insert(distinctPeople).values({ club: one.club, firstId, secondId }).onConflictDoNothing();
      record(write, one, `Keine doppelte Person: ${fullName(one)}`, { after: { otherId } });
      return { ok: true } as const;
    }),
  ),
});

const linking = (mandates: Mandates) => ({
  family: os.family.handler(({ context, input }) =>
    context.read(async (tx) => {
      const of = await readMember(tx, input.id);
      if (!(await mayRead(tx, context, of))) throw new Problem('not-found');
      const mayDecide = may({ role: signedIn(context).role }, 'personAccess.list', targetOf(context, of.club)) !== undefined;
      return readFamily(tx, mandates, input.id, mayDecide);
    }),
  ),
  link: os.link.handler(({ context, input: { id, email, relation, validUntil, basis } }) =>
    context.write(async (write) => {
      const pair = await lockMember(write.tx, id);
      allow(context, 'personAccess.verify', targetOf(context, pair.member.club));
      const { club } = pair.member;
      await enterScope(write.tx, club);
      const [user] = await write.tx
        .select({ id: appUser.id })
        .from(appUser)
        .where(and(eq(appUser.email, email), eq(appUser.club, club)));
      if (!user) throw fieldProblem('email', 'Kein Konto dieses Vereins hat diese Adresse.');
      await requireAge(write.tx, pair.person, relation);
      const stands = (await lockAccess(write.tx, user.id, pair.person.id))?.access;
      if (stands?.state === 'verified' && !stands.suspendedAt) throw new Problem('already-registered');
      const verified = { userId: user.id, of: pair.person, relation, validUntil: validUntil || null };
      await verifyAccess(write.tx, { ...verified, basis, by: signedIn(context).userId });
      await notifyOfAccess(write.tx, context.settings, pair.person, { userId: user.id, relation });
      record(
        write,
        pair.person,
        `Konto verknüpft: ${nameOf(pair)}`,
        { after: { userId: user.id, relation, basis } },
        'personAccess.verify',
      );
      return readFamily(write.tx, mandates, id, true);
    }),
  ),
  unlink: os.unlink.handler(({ context, input: { id, userId } }) =>
    context.write(async (write) => {
      const pair = await lockMember(write.tx, id);
      allow(context, 'personAccess.end', targetOf(context, pair.member.club));
      await enterScope(write.tx, pair.member.club);
      const gone = await endAccess(write.tx, userId, pair.person.id, signedIn(context).userId);
      if (!gone) throw new Problem('not-found');
      const before = { userId, relation: gone.relation };
      record(write, pair.person, `Verknüpfung beendet: ${nameOf(pair)}`, { before }, 'personAccess.end');
      return readFamily(write.tx, mandates, id, true);
    }),
  ),
});

type Changes = { before?: { [field: string]: unknown }; after?: { [field: string]: unknown } };

type Recorded = 'members.update' | 'personAccess.verify' | 'personAccess.end';

function record(
  write: Write,
  of: Pick<Pair['person'], 'id' | 'club'>,
  content: string,
  changes: Changes,
  action: Recorded = 'members.update',
): void {
  write.audit(action, { club: of.club, id: of.id, entity: 'members' }, content, changes);
  write.changed({ collection: 'members', club: of.club });
}

function nameOf({ person: of }: Pair): string {
  return fullName(of);
}

/** Parents are the accounts that may act for a child; children with a common parent are siblings. Both are derived from person_access. */
async function readFamily(tx: Transaction, mandates: Mandates, memberId: string, mayDecide: boolean): Promise<Family> {
  const [row] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!row) throw new Problem('not-found');
  const accounts = await tx
    .select({
      userId: appUser.id,
      firstname: appUser.firstname,
      lastname: appUser.lastname,
      email: appUser.email,
      relation: personAccess.relation,
      basis: personAccess.basis,
      verifiedAt: personAccess.verifiedAt,
      state: sql<
        'claimed' | 'verified' | 'suspended'
      >`case when ${personAccess.suspendedAt} is not null then 'suspended' else ${personAccess.state} end`,
    })
    .from(personAccess)
    .innerJoin(appUser, eq(appUser.id, personAccess.userId))
    .where(and(eq(personAccess.personId, row.personId), mayDecide ? isNull(personAccess.endedAt) : isActing(tx, row.personId)))
    .orderBy(personAccess.relation, appUser.email)
    .limit(familyAtMost);
  const { rows: relatives } = await tx.execute<Family['relatives'][number]>(sql`
    select distinct on (p.id) p.id as "personId", ${fullNameOf('p')} as name, p.birth_date::text as "birthDate",
      (select m.id from member m where m.person_id = p.id and m.status in ${oneOf(memberSets.admitted)} order by m.joined_on desc limit 1) as "memberId",
      case when mine.relation = 'guardian' and theirs.relation = 'self' then 'parent' when mine.relation = 'self' then 'child' else 'sibling' end as relation
    from acting_access mine join acting_access theirs on theirs.user_id = mine.user_id and theirs.person_id <> mine.person_id
    join person p on p.id = theirs.person_id and p.club = ${row.club} and p.merged_into is null and p.anonymised_at is null
    where mine.person_id = ${row.personId} and theirs.relation in ('self', 'guardian') and mine.relation in ('self', 'guardian')
    order by p.id limit ${familyAtMost}`);
  const payer = await payerOf(tx, row.personId, today());
  return {
    personId: row.personId,
    accounts: accounts.map(({ firstname, lastname, verifiedAt, ...one }) => ({
      ...one,
      verifiedAt: verifiedAt?.toISOString() ?? null,
      name: fullName({ firstname, lastname }).trim() || one.email,
    })),
    relatives,
    payer: payer.personId === row.personId ? '' : payer.name,
    account: maskedIban((await mandates.read(tx, payer.personId))?.iban ?? ''),
  };
}

/** Only the board sees requested accesses; others see those in effect. */
function isActing(tx: Transaction, personId: string) {
  return inArray(
    personAccess.userId,
    tx.select({ userId: actingAccess.userId }).from(actingAccess).where(eq(actingAccess.personId, personId)),
  );
}
