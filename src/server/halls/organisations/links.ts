import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, enterScope, everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { organisation, organisationContact, organisationLink } from './table.ts';

/** How many days a link in a mail is valid. */
const linkDays = 90;

/** Creates another link for a contact of an organisation; the secret is stored nowhere but in the address. */
export async function issueContactLink(
  tx: Transaction,
  settings: Settings,
  club: ClubName,
  contactId: string,
): Promise<{ id: string; address: string }> {
  const secret = newSecret();
  const [row] = await tx
    .insert(organisationLink)
    .values({
      contactId,
      tokenHash: linkHash(secret),
      createdAt: now(),
      expiresAt: new Date(now().getTime() + linkDays * 86_400_000),
    })
    .returning({ id: organisationLink.id });
  if (!row) throw new Error('The link was not written.');
  return { id: row.id, address: `${siteOf(settings, club)}/organisation/${secret}` };
}

/** A contact of an organisation, authenticated by their link. */
export type Speaker = {
  linkId: string;
  club: ClubName;
  contact: Pick<typeof organisationContact.$inferSelect, 'id' | 'name' | 'email' | 'phone' | 'maySign'>;
  organisation: Pick<typeof organisation.$inferSelect, 'id' | 'name' | 'club' | 'managerClub' | 'kind' | 'priorityClass'>;
  /** All organisations of the same manager with a contact of this address. */
  choices: { id: string; name: string }[];
};

/**
 * The contact of a link; enters the scope of the manager. The address may be a contact of several organisations: each call names the
 * one that is meant, which is checked again. 404 for expired, withdrawn and unknown links.
 */
export async function openContactLink(tx: Transaction, token: string, organisationId?: string): Promise<Speaker> {
  const { rows } = await tx.execute<{ link_id: string; contact_id: string; organisation_id: string; club: ClubName }>(
    sql`select * from contact_of_link(${linkHash(token)}, ${now()})`,
  );
  const [found] = rows;
  if (!found) throw new Problem('not-found');
  await enterScope(tx, found.club);
  const sameAddress = tx
    .select({ email: sql<string>`lower(${organisationContact.email})` })
    .from(organisationContact)
    .where(eq(organisationContact.id, found.contact_id));
  const all = await tx
    .select({ contact: organisationContact, of: organisation })
    .from(organisationContact)
    .innerJoin(organisation, eq(organisation.id, organisationContact.organisationId))
    .where(
      and(
        inArray(sql`lower(${organisationContact.email})`, sameAddress),
        eq(organisation.managerClub, found.club),
        isNull(organisation.club),
        isNull(organisation.archivedOn),
        isNull(organisationContact.endedOn),
      ),
    )
    .orderBy(organisation.name, organisation.id)
    .limit(50);
  const chosen = all.find(({ of }) => of.id === (organisationId ?? found.organisation_id));
  if (!chosen) throw new Problem('not-found');
  return {
    linkId: found.link_id,
    club: found.club,
    contact: chosen.contact,
    organisation: chosen.of,
    choices: all.map(({ of: { id, name } }) => ({ id, name })),
  };
}

/** Records that a link was opened: the manager sees that its mail was read. */
export async function noteOpened(tx: Transaction, linkId: string): Promise<void> {
  await tx.update(organisationLink).set({ lastUsedAt: now() }).where(eq(organisationLink.id, linkId));
}

/** Ends the links of contacts whose address has changed: access to the old mailbox opens nothing any more. */
export async function endLinksOfOtherAddress(tx: Transaction, contactId: string, email: string): Promise<void> {
  const moved = tx
    .select({ id: organisationContact.id })
    .from(organisationContact)
    .where(and(eq(organisationContact.id, contactId), ne(sql`lower(${organisationContact.email})`, email.toLowerCase())));
  await tx.delete(organisationLink).where(inArray(organisationLink.contactId, moved));
}

/** The contacts with this address, of organisations on the site of a club. */
export async function contactsOf(tx: Transaction, club: ClubName, email: string) {
  return inAllClubs(tx, () =>
    tx
      .select({ id: organisationContact.id, organisationId: organisation.id, email: organisationContact.email, name: organisation.name })
      .from(organisationContact)
      .innerJoin(organisation, eq(organisation.id, organisationContact.organisationId))
      .where(
        and(
          eq(sql`lower(${organisationContact.email})`, email.toLowerCase()),
          eq(organisation.managerClub, club),
          isNull(organisation.club),
          isNull(organisation.archivedOn),
          isNull(organisationContact.endedOn),
        ),
      )
      .orderBy(organisation.name, organisation.id)
      .limit(1),
  );
}

/** Deletes expired links. */
export async function sweepContactLinks(database: Database): Promise<void> {
  await database.write(everyClub, async ({ tx }) => void (await tx.delete(organisationLink).where(lt(organisationLink.expiresAt, now()))));
}
