import { inArray, sql } from 'drizzle-orm';
import { restOf } from '#shared/money/paymentRules.ts';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { StatementLine } from './bankFile.ts';
import { matchLines } from './bankMatch.ts';
import { lockRows } from '../charges/changes.ts';
import { addPayments } from '../payments/ledger.ts';
import { bankBooking, charge } from '../charges/table.ts';

/**
 * Marks the charges of the chosen lines as paid on the day of the bank. Bookings of a club go one after the other, and the
 * unique fingerprint holds a line once; what is paid or changed by now is left out and shown anew.
 */
export async function bookLines(
  tx: Transaction,
  club: ClubName,
  lines: readonly StatementLine[],
  chosen: ReadonlySet<string>,
  createdBy: string,
): Promise<{ booked: number; cents: number; references: string[] }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`bank:${club}`}))`);
  const isWanted = ({ fingerprint, result }: { fingerprint: string; result: string }) =>
    chosen.has(fingerprint) && (result === 'match' || result === 'suggestion');
  const first = (await matchLines(tx, club, lines)).filter(isWanted);
  const ids = first.flatMap(({ charges }) => charges.map(({ id }) => id));
  const done: { booked: number; cents: number; references: string[] } = { booked: 0, cents: 0, references: [] };
  if (ids.length === 0) return done;
  // Held with their accounts, so that nobody changes them meanwhile; then looked at once more.
  const rows = await lockRows(tx, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const line of (await matchLines(tx, club, lines)).filter(isWanted)) {
    const held = line.charges.flatMap(({ id }) => byId.get(id) ?? []);
    if (held.length < line.charges.length || !line.day || !line.cents) continue;
    const references = held.map(({ reference }) => reference);
    const { fingerprint, day: bookedOn, cents } = line;
    const [made] = await tx
      .insert(bankBooking)
      .values({ id: randomUUID(), club, fingerprint, bookedOn, cents, references, createdBy, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: bankBooking.id });
    if (!made) continue;
    await tx
      .update(charge)
      .set({ method: 'transfer', reason: '' })
      .where(
        inArray(
          charge.id,
          held.map(({ id }) => id),
        ),
      );
    for (const [payerPersonId, of] of Map.groupBy(held, (row) => row.payerPersonId)) {
      const shares = of.map((row) => ({ chargeId: row.id, cents: restOf(row) }));
      const sum = shares.reduce((total, share) => total + share.cents, 0);
      await addPayments(tx, [{ club, payerPersonId, kind: 'transfer', cents: sum, bookedOn, createdBy, bankBookingId: made.id, shares }]);
    }
    done.booked++;
    done.cents += cents;
    done.references.push(...references);
  }
  return done;
}
