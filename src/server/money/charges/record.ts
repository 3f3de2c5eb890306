import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { lockCharges } from './changes.ts';
import type { ChargeRow } from './facts.ts';
import { chargesById } from './rows.ts';

type Facts = { entityId?: string | undefined; before?: { [column: string]: unknown }; after?: { [column: string]: unknown } };

/** Logs a write on money, and refreshes the board's lists, the statistics and the pages of payers. */
export function record(write: Write, club: ClubName, content: string, facts: Facts): void {
  write.audit('charges.manage', { club, id: facts.entityId }, content, facts);
  write.changed({ collection: 'charges', club, entityId: facts.entityId });
  // Charges are shown on /profile, which listens to the public collection of the courses.
  write.changed({ collection: 'courses', club });
}

/** Locks a charge with the account of its payer, and checks the caller's rights and the version. */
export async function lockCharge(context: Context, { tx }: Write, item: { id: string; version: number }): Promise<ChargeRow> {
  const [row] = await lockCharges(tx, [item]);
  if (!row) throw new Problem('not-found');
  allow(context, 'charges.manage', targetOf(context, row.club));
  return row;
}

/** A charge as the board's list shows it; 404 if there is none in the scope. */
export async function readCharge(tx: Transaction, id: string): Promise<ListedCharge> {
  const [row] = await chargesById(tx, [id]);
  if (!row) throw new Problem('not-found');
  return row;
}
