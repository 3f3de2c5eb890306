import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { closedUntil } from '../books/closing.ts';
import { donation } from './table.ts';

type Waiver = { club: ClubName; donorName: string; donorAddress: string; cents: number; note: string; createdBy: string };

/** Records a waived reimbursement as a donation of today, which moves no money. */
export async function donateWaiver(tx: Transaction, waiver: Waiver): Promise<void> {
  if (isClosed(today(), await closedUntil(tx, waiver.club))) throw new Problem('period-closed');
  await tx.insert(donation).values({ ...waiver, id: randomUUID(), kind: 'waiver', receivedOn: today(), createdAt: now() });
}
