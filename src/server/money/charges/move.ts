import { sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge } from './table.ts';

/** A run may move 10,000 charges, each with all its index entries: in one statement that would exceed the statement timeout. */
const atOnce = 1000;

/** Changes the state, the due day or the payment method of locked charges. */
export async function moveCharges(tx: Transaction, ids: readonly string[], set: PgUpdateSetSource<typeof charge>): Promise<void> {
  for (const block of blocksOf(ids, atOnce))
    await tx
      .update(charge)
      .set({ ...set, version: sql`${charge.version} + 1` })
      .where(isAmong(charge.id, block));
}
