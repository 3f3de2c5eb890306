import { and, asc, eq, isNull, sql, getTableColumns } from 'drizzle-orm';
import { peopleContract } from '#shared/people/people.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { membersOn } from '../members/service.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { fullNameOf, holdsWords } from '#server/platform/database/columns.ts';
import { ownConsents, renewConsent, withdrawConsent } from './consents.ts';
import { giveConsent, offeredConsents } from './consentOffers.ts';
import { claimAccess } from './accessGrants.ts';
import { confirmEmergencyContact, setEmergencyContact, toOwnPerson } from './emergency.ts';
import { turnIntoChild } from './ownAsChild.ts';
import { requireOwnAge } from './ownAccountAge.ts';
import { makePerson, ownPeople, type OwnPersonRow } from './service.ts';
import { heldAccess, person } from './table.ts';
import { today } from '#server/platform/process/clock.ts';

const os = implementing(peopleContract);
const ownAtMost = 20;

/** The user's own persons, and the persons of a club for its staff. */
export const peopleApi = os.router({
  mine: os.mine.handler(({ context }) =>
    context.read(async (tx) => (context.viewer ? (await ownPeople(tx, context.viewer.userId)).map(toOwnPerson) : [])),
  ),

  add: os.add.handler(({ context, input: { club, relation: asked, emergencyPhone, ...values } }) =>
    context.write(async (write) => {
      const viewer = signedIn(context);
      // An adult has no guardian: the account becomes a delegate, whose access does not end at a birthday.
      const relation = asked === 'guardian' && !isMinor(values.birthDate, today()) ? 'delegate' : asked;
      const own = await ownPeople(write.tx, viewer.userId);
      if (relation === 'self') await requireOwnAge(write.tx, values.birthDate);
      const same = own.find((one) => one.club === club && isSame(one, values));
      if (same) return toOwnPerson(same);
      if (own.length >= ownAtMost || (relation === 'self' && own.some((one) => one.club === club && one.relation === 'self')))
        throw new Problem('already-registered');
      await enterScope(write.tx, club);
      const row = await makePerson(write.tx, {
        ...values,
        club,
        emergencyContactPhone: emergencyPhone,
        ...(relation === 'self' && { email: viewer.email }),
      });
      // The user already has an own person in the club, even if it is suspended.
      if (!(await claimAccess(write.tx, viewer.userId, row, relation))) throw new Problem('already-registered');
      write.changed({ collection: 'participants', club, entityId: row.id });
      write.audit(
        'persons.createChild',
        { club, id: row.id, entity: 'participants' },
        relation === 'self' ? `Person angelegt: ${fullName(row)}` : `Kind angelegt: ${fullName(row)}`,
        { after: { relation } },
      );
      return toOwnPerson({ ...row, relation });
    }),
  ),

  turnIntoChild: os.turnIntoChild.handler(({ context, input }) => turnIntoChild(context, input.id)),
  setEmergency: os.setEmergency.handler(({ context, input }) => setEmergencyContact(context, input)),
  confirmEmergency: os.confirmEmergency.handler(({ context, input }) => confirmEmergencyContact(context, input.id)),

  consents: os.consents.handler(({ context }) => {
    const { viewer } = context;
    return viewer ? context.read((tx) => ownConsents(tx, viewer.userId)) : [];
  }),
  offeredConsents: os.offeredConsents.handler(({ context }) => {
    const { viewer } = context;
    return viewer ? context.read((tx) => offeredConsents(tx, viewer.userId)) : [];
  }),
  giveConsent: os.giveConsent.handler(({ context, input }) => giveConsent(context, input)),
  withdrawConsent: os.withdrawConsent.handler(({ context, input }) => withdrawConsent(context, input.id)),
  renewConsent: os.renewConsent.handler(({ context, input }) => renewConsent(context, input.id, input.version)),

  search: os.search.handler(({ context, input }) => {
    const club = clubAsked(context, 'participants.create', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select({ ...getTableColumns(person), isClaimed })
        .from(person)
        .where(
          and(
            eq(person.club, club),
            isNull(person.anonymisedAt),
            isNull(person.mergedInto),
            input.withDead ? undefined : isNull(person.diedOn),
            holdsWords(fullNameOf(person), input.search),
          ),
        )
        .orderBy(sql`lower(${person.lastname})`, sql`lower(${person.firstname})`, asc(person.id))
        .limit(20);
      const members = await membersOn(
        tx,
        rows.map(({ id }) => id),
        today(),
      );
      return rows.map(({ id, isClaimed: isOnlyClaimed, ...row }) => ({
        id,
        firstname: row.firstname,
        lastname: row.lastname,
        birthDate: row.birthDate,
        isMember: members.has(id),
        isClaimed: isOnlyClaimed,
        ...(row.diedOn && { diedOn: row.diedOn }),
      }));
    });
  }),
});

/** In SQL: whether a person has only unconfirmed accesses, so that entries for them need checking. */
const isClaimed = sql<boolean>`coalesce((select bool_and(${heldAccess.state} = 'claimed') from ${heldAccess} where ${heldAccess.personId} = ${person.id}), false)`;

function isSame(one: OwnPersonRow, other: { firstname: string; lastname: string; birthDate: string }): boolean {
  const key = ({ firstname, lastname, birthDate }: typeof other | OwnPersonRow) => [firstname, lastname, birthDate].join(' ').toLowerCase();
  return key(one) === key(other);
}
