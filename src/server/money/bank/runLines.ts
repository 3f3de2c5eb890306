import { and, eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { bookingDay, closedUntil } from '../books/closing.ts';
import { sepaRun } from '../charges/table.ts';
import { addEntry } from '../entries/write.ts';
import { executeRun } from '../payouts/actions.ts';
import { payoutRun } from '../payouts/table.ts';
import { recordReturn } from '../sepa/returns.ts';
import { moveRun } from '../sepa/sepaRuns.ts';
import { matchLines, type RunAction } from './bankMatch.ts';
import { decideOpen, lineOf, type LineRow } from './keep.ts';

type Return = { code: string; withFee: boolean; feeCents?: number | undefined };

/** Records by a bank line that a debit was returned, on the bank's booking date. Returns the text for the audit log. */
export async function returnByLine(tx: Transaction, club: ClubName, row: LineRow, of: Return, by: string): Promise<string> {
  const action = await runActionOf(tx, club, row);
  if (action.kind !== 'return') throw new Problem('wrong-state');
  const { messageId } = action;
  const run = await lockRun(tx, club, messageId);
  const { rests, cents } = await recordReturn(tx, run, { ...of, mandate: action.mandate, on: row.bookedOn, by });
  // The difference to the returned sum is the bank's fee, whether or not it is passed on.
  const fee = 0 - row.cents - cents;
  const bankFee = { category: 'bank_fees', sphere: 'ideal', text: `Rücklastschrift ${action.mandate}` } as const;
  if (fee > 0)
    await addEntry(tx, {
      ...bankFee,
      club,
      account: 'bank',
      bankLineId: row.id,
      bookedOn: bookingDay(row.bookedOn, await closedUntil(tx, club)),
      cents: 0 - fee,
      createdBy: by,
    });
  await decideOpen(tx, row, { state: 'done', references: [messageId] }, by);
  return `Rücklastschrift ${of.code}: Mandat ${action.mandate} in ${messageId}, Bankzeile vom ${germanDate(row.bookedOn)}${rests ? ', das Mandat ruht' : ''}`;
}

/** Records by a bank line that a run was collected, or that transfers were executed. */
export async function settleByLine(tx: Transaction, club: ClubName, row: LineRow, by: string): Promise<string> {
  const action = await runActionOf(tx, club, row);
  if (action.kind === 'own') return moveByLine(tx, row, action.account, by);
  const { kind, messageId } = action;
  if (kind === 'payout') return payByLine(tx, club, row, { messageId, by });
  if (kind !== 'settle') throw new Problem('wrong-state');
  const run = await lockRun(tx, club, messageId);
  await moveRun(tx, run, 'settled', by);
  await decideOpen(tx, row, { state: 'done', references: [messageId] }, by);
  return `Lastschriftlauf ${messageId}: eingezogen laut Bankzeile vom ${germanDate(row.bookedOn)}`;
}

/** Books a line as a transfer from or to another account of the club; the other side is a line of that account. */
async function moveByLine(tx: Transaction, row: LineRow, other: string, by: string): Promise<string> {
  const category = row.cents > 0 ? 'moved_in' : 'moved_out';
  const { label } = categoryOf(category);
  await addEntry(tx, {
    club: row.club,
    account: 'bank',
    bankLineId: row.id,
    bookedOn: bookingDay(row.bookedOn, await closedUntil(tx, row.club)),
    cents: row.cents,
    category,
    sphere: 'ideal',
    text: `${row.cents > 0 ? 'Von' : 'Auf'} „${other}“`,
    createdBy: by,
  });
  await decideOpen(tx, row, { state: 'done', references: [label] }, by);
  return `Umbuchung ${row.cents > 0 ? 'von' : 'auf'} „${other}“: ${euros(row.cents)} vom ${germanDate(row.bookedOn)}`;
}

async function payByLine(tx: Transaction, club: ClubName, row: LineRow, { messageId, by }: { messageId: string; by: string }) {
  const [run] = await tx
    .select()
    .from(payoutRun)
    .where(and(eq(payoutRun.messageId, messageId), eq(payoutRun.club, club)))
    .for('update');
  if (!run) throw new Problem('not-found');
  await executeRun(tx, run, row.bookedOn, by);
  await decideOpen(tx, row, { state: 'done', references: [messageId] }, by);
  return `Sammelüberweisung ${messageId}: ausgeführt laut Bankzeile vom ${germanDate(row.bookedOn)}`;
}

/** The meaning of the line, matched again under its lock. */
async function runActionOf(tx: Transaction, club: ClubName, row: LineRow): Promise<RunAction> {
  const [line] = await matchLines(tx, club, [lineOf(row)]);
  if (row.state !== 'new' || !line?.action) throw new Problem('wrong-state');
  return line.action;
}

async function lockRun(tx: Transaction, club: ClubName, messageId: string) {
  const [run] = await tx
    .select()
    .from(sepaRun)
    .where(and(eq(sepaRun.messageId, messageId), eq(sepaRun.club, club)))
    .for('update');
  if (!run) throw new Problem('not-found');
  return run;
}
