import { eq } from 'drizzle-orm';
import { helperListSets } from '#shared/helpers/helperListWords.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { HelperListRow } from '../signUp/seats.ts';
import { helperList } from './table.ts';

/** Throws if the viewer lacks the permission for this list in its club. */
export async function mayChange(context: Context, { club }: HelperListRow, permission: Permission): Promise<void> {
  allow(context, permission, targetOf(context, club));
  await requireFeature(context, permission, club);
}

/** Returns a list that the viewer may change, with its row locked; throws if the version is stale. */
export async function changeable(
  context: Context,
  tx: Transaction,
  id: string,
  permission: Permission,
  version?: number,
): Promise<HelperListRow> {
  const [list] = await tx.select().from(helperList).where(eq(helperList.id, id)).for('update');
  if (!list) throw new Problem('not-found');
  await mayChange(context, list, permission);
  if (version !== undefined && list.version !== version) throw new Problem('conflict');
  await enterScope(tx, list.club);
  return list;
}

/** Throws if the list is settled or cancelled; such a list is read-only. */
export function mustBeEditable({ state }: HelperListRow): void {
  if (helperListSets.over.includes(state)) throw new Problem('wrong-state');
}
