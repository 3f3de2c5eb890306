import { inArray, sql } from 'drizzle-orm';
import { namedLabel } from '#shared/money/chargeWords.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge } from './table.ts';

/** The person a charge is for, if somebody else pays it; empty if the payer is the person. */
export const forWhom = sql<string>`coalesce((select p.name from payer p
  where p.id = ${charge}.person_id and p.id is distinct from ${charge}.payer_id), '')`;

/** The labels of charges for their payers: with the name of the person if the payer is somebody else. */
export async function labelsOf(tx: Transaction, rows: readonly { id: string }[]): Promise<(row: { id: string; label: string }) => string> {
  const ids = rows.map(({ id }) => id);
  const names = ids.length === 0 ? [] : await tx.select({ id: charge.id, name: forWhom }).from(charge).where(inArray(charge.id, ids));
  const byId = new Map(names.map(({ id, name }) => [id, name]));
  return ({ id, label }) => namedLabel({ name: byId.get(id) ?? '', label });
}
