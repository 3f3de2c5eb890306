import type { ErasurePreview } from '#shared/office/privacy.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { accountToErase, readSubjects, type PersonRow } from '#server/people/persons/service.ts';

const blockersAtMost = 20;

/** The preview of an erasure: records to delete, retained records with their last day, and blockers. */
export async function previewOf(tx: Transaction, data: readonly PersonalData[], person: PersonRow): Promise<ErasurePreview> {
  const [subject] = await readSubjects(tx, [person.id]);
  if (!subject) throw new Error('The person does not exist.');
  const blockers = await oneByOne(data, async (one) => (await one.blockers?.(tx, subject)) ?? []);
  const goes = await oneByOne(data, async (one) => (await one.goes?.(tx, subject)) ?? []);
  const stays = await oneByOne(data, async (one) => (await one.stays?.(tx, subject)) ?? []);
  const account = await accountToErase(tx, person.id);
  return {
    id: person.id,
    club: person.club,
    name: fullName(person),
    version: person.version,
    blockers: blockers.flat().slice(0, blockersAtMost),
    goes: [
      { what: 'Name, Geburtsdatum, Anschrift, Telefon, E-Mail', count: 1 },
      ...goes.flat(),
      { what: 'Benutzerkonto', count: account ? 1 : 0 },
    ].filter(({ count }) => count > 0),
    stays: stays.flat().filter(({ count }) => count > 0),
  };
}
