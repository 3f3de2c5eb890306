import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { oneByOne } from '#server/platform/database/database.ts';
import { readRows, type PersonalData, type Subject } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { holderNotice, organisation, organisationContact, organisationLink } from './table.ts';

/** Contacts of an organisation are found by their address, in the clubs that manage it. */
export const organisationsData: PersonalData = {
  beside: [
    {
      title: 'Ansprechperson von Organisationen',
      tables: [organisationContact],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${organisation.name} as organisation, ${organisationContact.name}, ${organisationContact.email}, ${organisationContact.phone},
                ${organisationContact.function}, ${organisationContact.endedOn} as created_at
                from ${organisationContact} join ${organisation} on ${organisation.id} = ${organisationContact.organisationId} where ${isOf(subject)}`,
            ),
          )
        ).flat(),
    },
    {
      title: 'Nachrichten zu Hallenzeiten',
      tables: [holderNotice],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${holderNotice.recipient}, ${holderNotice.subject}, ${holderNotice.sentAt} as created_at, ${holderNotice.answer},
                case when lower(${holderNotice.answeredBy}) = ${subject.ownEmail}::text then ${holderNotice.remark} end as remark,
                case when lower(${holderNotice.answeredBy}) = ${subject.ownEmail}::text then ${holderNotice.answeredAt} end as answered_at
                from ${holderNotice} join ${organisation} on ${organisation.id} = ${holderNotice.organisationId} where ${wasTold(subject)}`,
            ),
          )
        ).flat(),
    },
  ],
  erase: async (tx, subject) => {
    const ofClub = tx
      .select({ id: organisation.id })
      .from(organisation)
      .where(sql`${organisation.managerClub} = ${subject.club}`);
    await tx
      .delete(organisationContact)
      .where(
        and(inArray(organisationContact.organisationId, ofClub), sql`lower(${organisationContact.email}) = ${subject.ownEmail}::text`),
      );
    await tx
      .delete(holderNotice)
      .where(and(inArray(holderNotice.organisationId, ofClub), sql`lower(${holderNotice.recipient}) = ${subject.ownEmail}::text`));
    // The answer stays with the organisation; the person who gave it is removed.
    await tx
      .update(holderNotice)
      .set({ answeredBy: '' })
      .where(and(inArray(holderNotice.organisationId, ofClub), sql`lower(${holderNotice.answeredBy}) = ${subject.ownEmail}::text`));
  },
  retention: [
    {
      name: 'contacts',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(organisationContact)
          .where(
            and(
              isNotNull(organisationContact.endedOn),
              sql`${organisationContact.endedOn} < (${now()}::timestamptz - interval '24 months')::date`,
            ),
          )
          .returning({ id: organisationContact.id });
        return rows.length;
      },
    },
    {
      name: 'notices',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(holderNotice)
          .where(sql`${holderNotice.sentAt} < ${now()}::timestamptz - interval '24 months'`)
          .returning({ id: holderNotice.id });
        return rows.length;
      },
    },
  ],
  leftAlone: [{ table: organisationLink, why: 'Hashes of links, which go with their contact.' }],
  mayName: [organisation.name, organisation.street, organisation.email, organisation.phone, organisation.note],
};

function wasTold({ club, ownEmail }: Subject) {
  return sql`${organisation.managerClub} = ${club} and lower(${holderNotice.recipient}) = ${ownEmail}::text`;
}

function isOf({ club, ownEmail }: Subject) {
  return sql`${organisation.managerClub} = ${club} and lower(${organisationContact.email}) = ${ownEmail}::text`;
}
