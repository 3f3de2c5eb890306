import type { Deed } from '#server/platform/database/database.ts';
import { deleteAccount } from '#server/accounts/sessions/service.ts';
import type { PersonRow } from '#server/people/persons/service.ts';
import { accountToErase, erasePeople, mergedInto } from './erase.ts';

export { erasePeople } from './erase.ts';

/** Erases a person with the account that stands for him alone; noted, so that no restored backup brings him back. */
export async function forgetPerson(deed: Deed, { id, club }: Pick<PersonRow, 'id' | 'club'>): Promise<void> {
  const account = await accountToErase(deed.tx, id);
  const ids = [id, ...(await mergedInto(deed.tx, id))];
  await erasePeople(deed.tx, ids);
  if (account) await deleteAccount(deed, account);
  for (const one of ids) deed.erased('person', one);
  for (const collection of ['members', 'participants', 'participations'] as const) deed.changed({ collection, club, entityId: id });
}
