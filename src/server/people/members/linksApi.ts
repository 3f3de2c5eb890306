import { and, eq, sql } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { memberLinksContract, type Family } from '#shared/people/memberLinks.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, clubAsked, targetOf } from '#server/platform/http/context.ts';
import { enterScope, type Write, type Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { personAccess } from '../persons/table.ts';
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

/** What comes from higher floors. */
type FromAbove = { mandates: Mandates; personalData: readonly PersonalData[]; countEnrolments: CountEnrolments };

/** Records that are one person, and the family around a member. */
export const memberLinksApi = (above: FromAbove) => os.router({ ...merging(above), ...linking(above.mandates) });

/** Records that are one person. */
const merging = ({ personalData, countEnrolments }: Omit<FromAbove, 'mandates'>) => ({
  duplicates: os.duplicates.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.update', input.club);
    return context.read((tx) => findDuplicates(tx, club, countEnrolments));
  }),
  merge: os.merge.handler(({ context, input: { id, otherId, version, otherVersion, taken } }) =>
    context.write(async (write) => {
      if (id === otherId) throw fieldProblem('otherId', 'Das ist dieselbe Person.');
      const [kept, other] = await lockBoth(write.tx, id, otherId);
      allow(context, 'members.update', targetOf(context, kept.club));
      if (kept.version !== version || other.version !== otherVersion) throw new Problem('conflict');
      await enterScope(write.tx, kept.club);
      await mergePeople(write.tx, personalData, { kept, other, taken });
      const before = { firstname: other.firstname, lastname: other.lastname, id: other.id };
      record(write, kept, `Personen zusammengeführt: ${fullName(kept)}`, { before, after: { taken } });
      for (const collection of ['participants', 'participations'] as const) write.changed({ collection, club: kept.club });
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

/** The family around a member. */
const linking = (mandates: Mandates) => ({
  family: os.family.handler(({ context, input }) =>
    context.read(async (tx) => {
      if (!(await mayRead(tx, context, await readMember(tx, input.id)))) throw new Problem('not-found');
      return readFamily(tx, mandates, input.id);
    }),
  ),
  link: os.link.handler(({ context, input: { id, email, relation, validUntil } }) =>
    context.write(async (write) => {
      const pair = await lockMember(write.tx, id);
      allow(context, 'members.update', targetOf(context, pair.member.club));
      const { club } = pair.member;
      await enterScope(write.tx, club);
      const [user] = await write.tx
        .select({ id: appUser.id })
        .from(appUser)
        .where(and(eq(appUser.email, email), eq(appUser.club, club)));
      if (!user) throw fieldProblem('email', 'Kein Konto dieses Vereins hat diese Adresse.');
      const row = { userId: user.id, personId: pair.person.id, club, relation, verifiedAt: now(), validUntil: validUntil || null };
      const [made] = await write.tx.insert(personAccess).values(row).onConflictDoNothing().returning();
      if (!made) throw new Problem('already-registered');
      record(write, pair.person, `Konto verknüpft: ${nameOf(pair)}`, { after: { userId: user.id, relation } });
      return readFamily(write.tx, mandates, id);
    }),
  ),
  unlink: os.unlink.handler(({ context, input: { id, userId } }) =>
    context.write(async (write) => {
      const pair = await lockMember(write.tx, id);
      allow(context, 'members.update', targetOf(context, pair.member.club));
      await enterScope(write.tx, pair.member.club);
      const [gone] = await write.tx
        .delete(personAccess)
        .where(and(eq(personAccess.personId, pair.person.id), eq(personAccess.userId, userId)))
        .returning();
      if (!gone) throw new Problem('not-found');
      record(write, pair.person, `Verknüpfung beendet: ${nameOf(pair)}`, { before: { userId, relation: gone.relation } });
      return readFamily(write.tx, mandates, id);
    }),
  ),
});

type Changes = { before?: { [field: string]: unknown }; after?: { [field: string]: unknown } };

function record(write: Write, of: Pick<Pair['person'], 'id' | 'club'>, content: string, changes: Changes): void {
  write.audit('members.update', { club: of.club, id: of.id }, content, changes);
  write.changed({ collection: 'members', club: of.club });
}

function nameOf({ person: of }: Pair): string {
  return fullName(of);
}

/** Parents are accounts that act for a child; whoever has the same parent is a brother or sister. One mechanism: person_access. */
async function readFamily(tx: Transaction, mandates: Mandates, memberId: string): Promise<Family> {
  const [row] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!row) throw new Problem('not-found');
  const accounts = await tx
    .select({
      userId: appUser.id,
      firstname: appUser.firstname,
      lastname: appUser.lastname,
      email: appUser.email,
      relation: personAccess.relation,
    })
    .from(personAccess)
    .innerJoin(appUser, eq(appUser.id, personAccess.userId))
    .where(eq(personAccess.personId, row.personId))
    .orderBy(personAccess.relation, appUser.email)
    .limit(familyAtMost);
  const { rows: relatives } = await tx.execute<Family['relatives'][number]>(sql`
    select distinct on (p.id) p.id as "personId", p.firstname || ' ' || p.lastname as name, p.birth_date::text as "birthDate",
      (select m.id from member m where m.person_id = p.id and m.status in ${oneOf(memberSets.admitted)} order by m.joined_on desc limit 1) as "memberId",
      case when mine.relation = 'guardian' and theirs.relation = 'self' then 'parent' when mine.relation = 'self' then 'child' else 'sibling' end as relation
    from person_access mine join person_access theirs on theirs.user_id = mine.user_id and theirs.person_id <> mine.person_id
    join person p on p.id = theirs.person_id and p.club = ${row.club} and p.merged_into is null and p.anonymised_at is null
    where mine.person_id = ${row.personId} and theirs.relation in ('self', 'guardian') and mine.relation in ('self', 'guardian')
    order by p.id limit ${familyAtMost}`);
  const payer = await payerOf(tx, row.personId, today());
  return {
    accounts: accounts.map(({ firstname, lastname, ...one }) => ({ ...one, name: fullName({ firstname, lastname }).trim() || one.email })),
    relatives,
    payer: payer.personId === row.personId ? '' : payer.name,
    account: maskedIban((await mandates.read(tx, payer.personId))?.iban ?? ''),
  };
}
