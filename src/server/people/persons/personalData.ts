import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';
import { closeAccounts } from '#server/accounts/sessions/service.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { sealedNote } from '#server/platform/database/sealing.ts';
import { now } from '#server/platform/process/clock.ts';
import { accessInvitation, accessLink, actingAccess, careNote, consent, person, personAccess } from './table.ts';

/** The record of a person with health notes, consents and accesses. */
export const personsData: PersonalData = {
  records: [
    { title: 'Stammdaten', by: [person.id] },
    { title: 'Gesundheitshinweise und Abholung', by: [careNote.personId] },
    { title: 'Einwilligungen', by: [consent.personId] },
    { title: 'Wer für die Person handeln darf', by: [personAccess.personId] },
    { title: 'Links in Mails über neue Zugänge', by: [accessLink.personId] },
    { title: 'Einladungen, für die Person zu handeln', by: [accessInvitation.personId] },
  ],
  goes: async (tx, { id }) => [
    { what: 'Gesundheitshinweise und Notfallangaben', count: await tx.$count(careNote, eq(careNote.personId, id)) },
    { what: 'Einwilligungen', count: await tx.$count(consent, eq(consent.personId, id)) },
    { what: 'Verknüpfungen mit Konten', count: await tx.$count(personAccess, eq(personAccess.personId, id)) },
  ],
  erase: async (tx, { id }) => {
    await tx.delete(careNote).where(eq(careNote.personId, id));
    await tx.delete(consent).where(eq(consent.personId, id));
    await tx.delete(personAccess).where(eq(personAccess.personId, id));
    await tx.delete(accessLink).where(eq(accessLink.personId, id));
    await tx.delete(accessInvitation).where(eq(accessInvitation.personId, id));
  },
  atDeath: async (tx, subject) => {
    const others = await othersActing(tx, subject);
    const own = await ownOf(tx, subject);
    const cared = await caredForBy(tx, subject, own);
    return {
      ends: [
        ...own.map(({ email }) => `Zugang mit ${email}`),
        ...(others > 0
          ? [others === 1 ? 'Zugang einer anderen Person zu diesen Daten' : `Zugänge von ${others} anderen Personen zu diesen Daten`]
          : []),
      ],
      remains: cared.map((name) => `Handelte für ${name}: Bitte der Familie einen anderen Zugang geben.`),
    };
  },
  endLife: async ({ write, actor }, subject) => {
    const own = await ownOf(write.tx, subject);
    const ofPerson = inArray(personAccess.personId, [subject.id, ...subject.mergedIds]);
    const ofAccounts = and(
      inArray(
        personAccess.userId,
        own.map(({ id }) => id),
      ),
      eq(personAccess.club, subject.club),
    );
    await write.tx
      .update(personAccess)
      .set({ endedAt: now(), endedBy: actor.userId ?? null })
      .where(and(isNull(personAccess.endedAt), or(ofPerson, ofAccounts)));
    await closeAccounts(write, own);
  },
  isNeeded: (personId, since) =>
    sql`exists (select 1 from ${actingAccess} join ${appUser} on ${appUser.id} = ${actingAccess.userId}
      where ${actingAccess.personId} = ${personId} and ${actingAccess.relation} = 'self'
        and coalesce(${appUser.lastLogin}, ${appUser.createdAt}) >= ${since})`,
  sealed: [sealedNote(careNote.healthNote), sealedNote(careNote.allergies)],
  moves: [careNote.personId, consent.personId, personAccess.personId, accessLink.personId, accessInvitation.personId, person.mergedInto],
  beforeMerge: async (tx, { kept, other }) => {
    const same = alias(personAccess, 'same');
    await tx.execute(sql`delete from ${personAccess} using ${personAccess} same
      where ${personAccess.personId} = ${other} and ${same.personId} = ${kept} and ${same.userId} = ${personAccess.userId}`);
    // Invitations for the merged record do not apply to the other one.
    await tx.delete(accessInvitation).where(eq(accessInvitation.personId, other));
  },
  accounts: [
    personAccess.userId,
    personAccess.verifiedBy,
    personAccess.endedBy,
    accessLink.userId,
    accessInvitation.invitedBy,
    accessInvitation.acceptedBy,
    consent.grantedByUser,
  ],
  mayName: [consent.grantedByName],
};

/** The active accounts of the club that are confirmed as the person's own. */
async function ownOf(tx: Transaction, { id, club }: Subject) {
  const rows = await tx
    .select({ user: appUser })
    .from(appUser)
    .innerJoin(actingAccess, eq(actingAccess.userId, appUser.id))
    .where(
      and(
        eq(actingAccess.personId, id),
        eq(actingAccess.relation, 'self'),
        eq(actingAccess.state, 'verified'),
        eq(appUser.club, club),
        isNull(appUser.disabledAt),
      ),
    );
  return rows.map(({ user }) => user);
}

function othersActing(tx: Transaction, { id }: Subject): Promise<number> {
  return tx.$count(actingAccess, and(eq(actingAccess.personId, id), ne(actingAccess.relation, 'self')));
}

/** The names of the other persons that these accounts act for. */
async function caredForBy(tx: Transaction, { id, club }: Subject, accounts: readonly { id: string }[]): Promise<string[]> {
  const rows = await tx
    .select({ name: fullNameOf(person) })
    .from(actingAccess)
    .innerJoin(person, eq(person.id, actingAccess.personId))
    .where(
      and(
        inArray(
          actingAccess.userId,
          accounts.map((one) => one.id),
        ),
        ne(person.id, id),
        eq(person.club, club),
        isNull(person.anonymisedAt),
      ),
    )
    .orderBy(person.lastname, person.firstname)
    .limit(20);
  return rows.map(({ name }) => name);
}
