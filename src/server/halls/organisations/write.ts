import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { OrganisationInput } from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { renameHolder } from '../bookings/service.ts';
import { endLinksOfOtherAddress } from './links.ts';
import { organisation, organisationContact } from './table.ts';
import type { OrganisationRow } from './view.ts';

/** Creates an organisation with its contacts. */
export async function insertOrganisation(
  tx: Transaction,
  club: ClubName,
  { contacts, ...values }: OrganisationInput,
): Promise<OrganisationRow> {
  const [row] = await tx
    .insert(organisation)
    .values({ ...values, managerClub: club })
    .returning()
    .catch(refuseName);
  if (!row) throw new Error('The organisation was not written.');
  await writeContacts(tx, row.id, contacts);
  return row;
}

/** Changes a locked organisation; its name in bookings is updated, too. */
export async function changeOrganisation(
  tx: Transaction,
  before: OrganisationRow,
  { contacts, kind, name, ...values }: OrganisationInput,
): Promise<OrganisationRow> {
  if (before.club === null && kind === 'portalClub') throw fieldProblem('kind', 'Die Vereine des Portals stehen schon hier.');
  if (before.club !== null && (kind !== before.kind || name !== before.name))
    throw fieldProblem(kind === before.kind ? 'name' : 'kind', 'Name und Art eines Vereins im Portal stehen fest.');
  const row = await setColumns(tx, before, { ...values, kind, name });
  await writeContacts(tx, row.id, contacts);
  if (name !== before.name) await renameHolder(tx, row.id, name);
  return row;
}

/** Updates columns of a locked organisation and increments its version. */
export async function setColumns(
  tx: Transaction,
  before: OrganisationRow,
  values: Partial<typeof organisation.$inferInsert>,
): Promise<OrganisationRow> {
  const [row] = await tx
    .update(organisation)
    .set({ ...values, version: before.version + 1 })
    .where(eq(organisation.id, before.id))
    .returning()
    .catch(refuseName);
  if (!row) throw new Problem('not-found');
  return row;
}

/** Replaces the contacts by those sent; omitted contacts end today. */
async function writeContacts(tx: Transaction, organisationId: string, wanted: OrganisationInput['contacts']): Promise<void> {
  const there = await tx
    .select({ id: organisationContact.id })
    .from(organisationContact)
    .where(and(eq(organisationContact.organisationId, organisationId), isNull(organisationContact.endedOn)));
  const kept = new Set(wanted.flatMap(({ id }) => id ?? []));
  if ([...kept].some((id) => there.every((one) => one.id !== id))) throw new Problem('conflict');
  const gone = there.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await tx.update(organisationContact).set({ endedOn: today() }).where(inArray(organisationContact.id, gone));
  for (const { id, ...contact } of wanted) {
    if (id) {
      await endLinksOfOtherAddress(tx, id, contact.email);
      await tx.update(organisationContact).set(contact).where(eq(organisationContact.id, id));
    } else await tx.insert(organisationContact).values({ ...contact, organisationId });
  }
}

function refuseName(error: unknown): never {
  if (brokenConstraint(error) === 'organisation_name') throw fieldProblem('name', 'Eine Organisation mit diesem Namen gibt es schon.');
  throw error;
}
