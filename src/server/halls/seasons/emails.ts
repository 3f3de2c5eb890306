import { and, asc, eq, isNull } from 'drizzle-orm';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import { writeToClub } from '../bookings/emails.ts';
import { organisation, organisationContact } from '../organisations/table.ts';
import type { SeasonRow } from './view.ts';

type OrganisationRow = typeof organisation.$inferSelect;

/** Everybody who may have wishes in a season: the clubs of the portal, and the organisations of its manager. */
export async function askedOrganisations(tx: Transaction, { managerClub }: Pick<SeasonRow, 'managerClub'>): Promise<OrganisationRow[]> {
  const rows = await beyondScope(tx, () =>
    tx.select().from(organisation).where(isNull(organisation.archivedOn)).orderBy(asc(organisation.name), asc(organisation.id)).limit(600),
  );
  return rows.filter((row) => row.club !== null || row.managerClub === managerClub);
}

/** Writes to an organisation: to the board of a club of the portal, else to its contacts; says to how many. */
export async function writeToOrganisation(
  tx: Transaction,
  row: Pick<OrganisationRow, 'id' | 'club' | 'managerClub'>,
  mail: { subject: string; body: string; onceKey: string },
): Promise<number> {
  if (row.club) return writeToClub(tx, row.club, mail);
  const contacts = await beyondScope(tx, () =>
    tx
      .select({ id: organisationContact.id, email: organisationContact.email })
      .from(organisationContact)
      .where(and(eq(organisationContact.organisationId, row.id), isNull(organisationContact.endedOn)))
      .orderBy(asc(organisationContact.id))
      .limit(20),
  );
  for (const { id, email } of contacts)
    await postMail(tx, { ...mail, kind: 'notice', club: row.managerClub, recipient: email, onceKey: `${mail.onceKey}:${id}` });
  return contacts.length;
}
