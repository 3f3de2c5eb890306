import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { ItemView } from '#shared/helpers/helperListShapes.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Looker } from '../lists/access.ts';
import { item, itemPledge } from '../lists/table.ts';

/** The maximum number of items of one list. */
export const itemsAtMost = 100;

/** The items to bring of a list with their pledges; helper names are included only where the viewer may see them. */
export async function itemsOf(tx: Transaction, listId: string, looker: Looker): Promise<ItemView[]> {
  const items = await tx
    .select()
    .from(item)
    .where(eq(item.helperListId, listId))
    .orderBy(asc(item.createdAt), asc(item.id))
    .limit(itemsAtMost);
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const rows = await tx
    .select({ row: itemPledge, name: sql<string | null>`${fullNameOf(person)}` })
    .from(itemPledge)
    .leftJoin(person, eq(person.id, itemPledge.personId))
    .where(inArray(itemPledge.itemId, ids))
    .orderBy(asc(itemPledge.createdAt), asc(itemPledge.id))
    .limit(2000);
  const byItem = Map.groupBy(rows, ({ row }) => row.itemId);
  return items.map(({ id, label, needed }) => {
    const pledges = (byItem.get(id) ?? []).map(({ row, name }) => ({
      row,
      name: name ?? row.guestName ?? '',
      isOwn: row.personId ? looker.personIds.includes(row.personId) : row.createdBy !== null && row.createdBy === looker.userId,
    }));
    return {
      id,
      label,
      needed,
      pledged: pledges.reduce((sum, { row }) => sum + row.quantity, 0),
      pledges: pledges
        .filter(({ isOwn }) => looker.isBoard || isOwn)
        .map(({ row, name, isOwn }) => ({
          id: row.id,
          name,
          quantity: row.quantity,
          email: looker.isBoard ? row.guestEmail : null,
          token: isOwn ? row.id : null,
        })),
    };
  });
}
