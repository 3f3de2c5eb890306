import { organisation, organisationContact } from '#server/halls/organisations/table.ts';
import type { Write } from '#server/platform/database/database.ts';

/** Invented organisations that have no account: a school, adult education, a club of the next village. */
const outside = [
  { name: 'Grundschule Nord', kind: 'school', contact: 'Sabine Schulmuster', email: 'sekretariat@schule.test', function: 'Sekretariat' },
  { name: 'Volkshochschule Auenfeld', kind: 'adultEducation', contact: 'Vera Kursmuster', email: 'kurse@vhs.test', function: 'Programm' },
  { name: 'TuS Nachbardorf', kind: 'club', contact: 'Norbert Nachbar', email: 'vorstand@tus.test', function: 'Vorstand' },
] as const;

/** Puts them into the directory of GSV, which manages the halls of the town. */
export async function fillOrganisations({ tx }: Write): Promise<void> {
  for (const { contact, email, function: task, ...values } of outside) {
    const [row] = await tx
      .insert(organisation)
      .values({ ...values, managerClub: 'GSV', isLocal: values.kind !== 'club', city: 'Auenfeld' })
      .returning();
    if (row) await tx.insert(organisationContact).values({ organisationId: row.id, name: contact, email, function: task });
  }
}
