import { count, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import { sqlState } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { itemsAtMost } from './itemView.ts';
import { changeable, mustBeEditable } from '../lists/lists.ts';
import { notifyChanged } from '../signUp/seats.ts';
import { recordList } from '../lists/record.ts';
import { item, itemPledge } from '../lists/table.ts';
import { toView } from '../lists/view.ts';

const board = { isBoard: true, personIds: [] } as const;

/** Adds an item to bring to a list. */
export function addItem(context: Context, { id, label, needed }: { id: string; label: string; needed: number }): Promise<HelperListView> {
  return context.write(async (write) => {
    const list = await changeable(context, write.tx, id, 'operational.update');
    mustBeEditable(list);
    if ((await write.tx.$count(item, eq(item.helperListId, id))) >= itemsAtMost)
      throw fieldProblem('label', `Höchstens ${itemsAtMost} Dinge je Liste.`);
    await write.tx
      .insert(item)
      .values({ id: randomUUID(), club: list.club, helperListId: id, label, needed, createdAt: now() })
      .catch((error: unknown) => {
        throw sqlState(error) === '23505' ? fieldProblem('label', 'Das steht schon auf der Liste.') : error;
      });
    notifyChanged(write, list);
    recordList(write, list, 'operational.update', `Zum Mitbringen: „${label}“`);
    return toView(write.tx, list, board);
  });
}

/** Deletes an item from its list; throws if it has pledges. */
export function deleteItem(context: Context, id: string): Promise<HelperListView> {
  return context.write(async (write) => {
    const [row] = await write.tx.select().from(item).where(eq(item.id, id)).for('update');
    if (!row) throw new Problem('not-found');
    const list = await changeable(context, write.tx, row.helperListId, 'operational.update');
    mustBeEditable(list);
    const [{ pledges } = { pledges: 0 }] = await write.tx.select({ pledges: count() }).from(itemPledge).where(eq(itemPledge.itemId, id));
    if (pledges > 0) throw new Problem('wrong-state', { fields: [{ path: 'id', message: 'Das bringt schon jemand mit.' }] });
    await write.tx.delete(item).where(eq(item.id, id));
    notifyChanged(write, list);
    recordList(write, list, 'operational.update', `Nicht mehr zum Mitbringen: „${row.label}“`);
    return toView(write.tx, list, board);
  });
}

/** Deletes a pledge on behalf of its helper, e.g. after a phone call. */
export function deletePledge(context: Context, id: string): Promise<HelperListView> {
  return context.write(async (write) => {
    const [found] = await write.tx
      .select({ item: item })
      .from(itemPledge)
      .innerJoin(item, eq(item.id, itemPledge.itemId))
      .where(eq(itemPledge.id, id));
    if (!found) throw new Problem('not-found');
    const list = await changeable(context, write.tx, found.item.helperListId, 'operational.signOff');
    mustBeEditable(list);
    await write.tx.delete(itemPledge).where(eq(itemPledge.id, id));
    notifyChanged(write, list);
    recordList(write, list, 'operational.signOff', `Zusage gestrichen: „${found.item.label}“`);
    return toView(write.tx, list, board);
  });
}
