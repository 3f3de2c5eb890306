import { accountToErase, pseudonymise, readSubjects, type PersonRow } from '#server/people/persons/service.ts';
import { deleteAccount } from '#server/accounts/sessions/service.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';

/**
 * Deletes all personal data except records under legal retention, which are pseudonymised. Idempotent; also applied to a restored backup
 * for persons erased since.
 */
export async function erasePeople(tx: Transaction, data: readonly PersonalData[], ids: readonly string[]): Promise<void> {
  for (const subject of await readSubjects(tx, ids)) for (const { erase } of data.toReversed()) await erase?.(tx, subject);
  await pseudonymise(tx, ids);
}

/** Erases a person, and an account that belongs to them alone; recorded, so that a restored backup does not bring them back. */
export async function forgetPerson(
  write: Write,
  data: readonly PersonalData[],
  { id, club }: Pick<PersonRow, 'id' | 'club'>,
): Promise<void> {
  const account = await accountToErase(write.tx, id);
  const [subject] = await readSubjects(write.tx, [id]);
  const ids = [id, ...(subject?.mergedIds ?? [])];
  await erasePeople(write.tx, data, ids);
  if (account) await deleteAccount(write, account);
  for (const one of ids) write.erased('person', one);
  for (const collection of ['members', 'participants', 'participations'] as const) write.changed({ collection, club, entityId: id });
}
