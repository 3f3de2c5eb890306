import { count, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { OperationalView } from '#shared/helpers/operationalShapes.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import { sqlState } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { itemsAtMost } from './itemView.ts';
import { changeable, mustBeEditable } from '../lists/lists.ts';
import { tellChanged } from '../signUp/places.ts';
import { recordList } from '../lists/record.ts';
import { operationalItem, operationalItemPledge } from '../lists/table.ts';
import { toView } from '../lists/view.ts';

const board = { isBoard: true, personIds: [] } as const;

/** Adds a thing that is to be brought along. */
export function addItem(context: Context, { id, label, needed }: { id: string; label: string; needed: number }): Promise<OperationalView> {
  return context.write(async (deed) => {
    const list = await changeable(context, deed.tx, id, 'operational.update');
    mustBeEditable(list);
    if ((await deed.tx.$count(operationalItem, eq(operationalItem.operationalId, id))) >= itemsAtMost)
      throw fieldProblem('label', `Höchstens ${itemsAtMost} Dinge je Liste.`);
    await deed.tx
      .insert(operationalItem)
      .values({ id: randomUUID(), club: list.club, operationalId: id, label, needed, createdAt: now() })
      .catch((error: unknown) => {
        throw sqlState(error) === '23505' ? fieldProblem('label', 'Das steht schon auf der Liste.') : error;
      });
    tellChanged(deed, list);
    recordList(context, deed, list, 'operational.update', `Zum Mitbringen: „${label}“`);
    return toView(deed.tx, list, board);
  });
}

/** Takes a thing off the list, as long as nobody brings it. */
export function removeItem(context: Context, id: string): Promise<OperationalView> {
  return context.write(async (deed) => {
    const [item] = await deed.tx.select().from(operationalItem).where(eq(operationalItem.id, id)).for('update');
    if (!item) throw new Problem('not-found');
    const list = await changeable(context, deed.tx, item.operationalId, 'operational.update');
    mustBeEditable(list);
    const [{ pledges } = { pledges: 0 }] = await deed.tx
      .select({ pledges: count() })
      .from(operationalItemPledge)
      .where(eq(operationalItemPledge.itemId, id));
    if (pledges > 0) throw new Problem('wrong-state', { fields: [{ path: 'id', message: 'Das bringt schon jemand mit.' }] });
    await deed.tx.delete(operationalItem).where(eq(operationalItem.id, id));
    tellChanged(deed, list);
    recordList(context, deed, list, 'operational.update', `Nicht mehr zum Mitbringen: „${item.label}“`);
    return toView(deed.tx, list, board);
  });
}

/** Takes somebody's pledge off the list for him, e.g. when he rang. */
export function removePledge(context: Context, id: string): Promise<OperationalView> {
  return context.write(async (deed) => {
    const [found] = await deed.tx
      .select({ item: operationalItem })
      .from(operationalItemPledge)
      .innerJoin(operationalItem, eq(operationalItem.id, operationalItemPledge.itemId))
      .where(eq(operationalItemPledge.id, id));
    if (!found) throw new Problem('not-found');
    const list = await changeable(context, deed.tx, found.item.operationalId, 'operational.signOff');
    mustBeEditable(list);
    await deed.tx.delete(operationalItemPledge).where(eq(operationalItemPledge.id, id));
    tellChanged(deed, list);
    recordList(context, deed, list, 'operational.signOff', `Zusage gestrichen: „${found.item.label}“`);
    return toView(deed.tx, list, board);
  });
}
