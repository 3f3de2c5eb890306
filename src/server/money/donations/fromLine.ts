import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { lineDonationInput } from '#shared/money/bankLines.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { LineRow } from '../bank/keep.ts';
import { donation } from './table.ts';

type Donor = z.output<typeof lineDonationInput>;

/** Records a bank line as a donation, with its sum and day. */
export async function donateLine(tx: Transaction, { id, club, cents, bookedOn }: LineRow, donor: Donor, by: string): Promise<void> {
  if (cents <= 0) throw new Problem('wrong-state');
  await tx.insert(donation).values({
    ...donor,
    id: randomUUID(),
    club,
    kind: 'money',
    cents,
    receivedOn: bookedOn,
    bankLineId: id,
    createdBy: by,
    createdAt: now(),
  });
}

/** Deletes the donation of a bank line; throws if it is on a receipt. */
export async function dropDonationOf(tx: Transaction, lineId: string): Promise<void> {
  const [row] = await tx.select().from(donation).where(eq(donation.bankLineId, lineId)).for('update');
  if (row?.receiptId) throw new Problem('wrong-state');
  if (row) await tx.delete(donation).where(eq(donation.id, row.id));
}
