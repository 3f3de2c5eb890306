import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { ItemView } from '#shared/helpers/operationalShapes.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Looker } from '../lists/access.ts';
import { operationalItem, operationalItemPledge } from '../lists/table.ts';

/** So many things may stand on one list. */
export const itemsAtMost = 100;

/** What is to be brought along; who brings it only as far as the one who looks may see it. */
export async function itemsOf(tx: Transaction, listId: string, looker: Looker): Promise<ItemView[]> {
  const items = await tx
    .select()
    .from(operationalItem)
    .where(eq(operationalItem.operationalId, listId))
    .orderBy(asc(operationalItem.createdAt), asc(operationalItem.id))
    .limit(itemsAtMost);
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const rows = await tx
    .select({ row: operationalItemPledge, name: sql<string | null>`${person.firstname} || ' ' || ${person.lastname}` })
    .from(operationalItemPledge)
    .leftJoin(person, eq(person.id, operationalItemPledge.personId))
    .where(inArray(operationalItemPledge.itemId, ids))
    .orderBy(asc(operationalItemPledge.createdAt), asc(operationalItemPledge.id))
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
          token: isOwn ? row.manageToken : null,
        })),
    };
  });
}
