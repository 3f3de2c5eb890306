import type { Write } from '#server/platform/database/database.ts';
import { deleteAccount } from '#server/accounts/sessions/service.ts';
import type { PersonRow } from '#server/people/persons/service.ts';
import { accountToErase, erasePeople, mergedInto } from './erase.ts';

export { erasePeople } from './erase.ts';

/** Erases a person with the account that stands for him alone; noted, so that no restored backup brings him back. */
export async function forgetPerson(write: Write, { id, club }: Pick<PersonRow, 'id' | 'club'>): Promise<void> {
  const account = await accountToErase(write.tx, id);
  const ids = [id, ...(await mergedInto(write.tx, id))];
  await erasePeople(write.tx, ids);
  if (account) await deleteAccount(write, account);
  for (const one of ids) write.erased('person', one);
  for (const collection of ['members', 'participants', 'participations'] as const) write.changed({ collection, club, entityId: id });
}
