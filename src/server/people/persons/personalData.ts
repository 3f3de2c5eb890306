import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { sealedNote } from '#server/platform/database/sealing.ts';
import { accessInvitation, accessLink, actingAccess, careNote, consent, person, personAccess } from './table.ts';

/** The record of a person, with health notes, consents and the accounts that may act for them. */
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
  isNeeded: (personId, since) =>
    sql`exists (select 1 from ${actingAccess} join ${appUser} on ${appUser.id} = ${actingAccess.userId}
      where ${actingAccess.personId} = ${personId} and ${actingAccess.relation} = 'self'
        and coalesce(${appUser.lastLogin}, ${appUser.createdAt}) >= ${since})`,
  sealed: [sealedNote(careNote.healthNote), sealedNote(careNote.allergies)],
  moves: [careNote.personId, consent.personId, personAccess.personId, accessLink.personId, accessInvitation.personId],
  beforeMerge: async (tx, { kept, other }) => {
    const same = alias(personAccess, 'same');
    await tx.execute(sql`delete from ${personAccess} using ${personAccess} same
      where ${personAccess.personId} = ${other} and ${same.personId} = ${kept} and ${same.userId} = ${personAccess.userId}`);
    // What was offered for the record that goes was offered for nobody else.
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
