import { asc, isNull } from 'drizzle-orm';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { writeToClub } from '../bookings/emails.ts';
import { writeToContacts, type HolderMail } from '../organisations/emails.ts';
import { organisation } from '../organisations/table.ts';
import type { SeasonRow } from './view.ts';

type OrganisationRow = typeof organisation.$inferSelect;

/** The organisations that may have wishes in a season: the clubs on the portal, and those managed by its manager. */
export async function askedOrganisations(tx: Transaction, { managerClub }: Pick<SeasonRow, 'managerClub'>): Promise<OrganisationRow[]> {
  const rows = await inAllClubs(tx, () =>
    tx.select().from(organisation).where(isNull(organisation.archivedOn)).orderBy(asc(organisation.name), asc(organisation.id)).limit(600),
  );
  return rows.filter((row) => row.club !== null || row.managerClub === managerClub);
}

/** Mails an organisation about a season: the board of a club on the portal, otherwise its contacts; returns how many. */
export async function writeToOrganisation(
  tx: Transaction,
  settings: Settings,
  row: Pick<OrganisationRow, 'id' | 'club' | 'managerClub'>,
  mail: Omit<HolderMail, 'about'> & { seasonId: string },
): Promise<number> {
  const { seasonId: id, ...rest } = mail;
  const letter: HolderMail = { ...rest, page: `/admin/seasons/${id}`, about: { kind: 'season', id } };
  if (row.club) return writeToClub(tx, settings, row.club, letter);
  return writeToContacts(tx, settings, { club: row.managerClub, organisationId: row.id }, letter);
}

/** The objections of a season, as its manager reads them. */
export function objectionsPage(id: string): string {
  return `/admin/seasons/${id}?tab=objections`;
}
