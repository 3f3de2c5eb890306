import { and, eq, sql } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { letterTo, namedOn, unmailedPayers } from '../charges/letters.ts';
import { charge } from '../charges/table.ts';
import { levyParagraphs } from './mails.ts';
import { levy, type LevyRow } from './table.ts';

/** The letters of a levy: one about the remaining amounts for each payer without an email address, with the current postal address; and the persons named. */
export async function lettersOfLevy(tx: Transaction, row: LevyRow): Promise<{ sheets: PayerLetters; listed: string[] }> {
  const creditor = await creditorOf(tx, row.club);
  const ofLevy = sql`${and(eq(charge.sourceId, row.id), eq(charge.source, row.kind))}`;
  const unmailed = await unmailedPayers(tx, ofLevy);
  const sheets = {
    createdOn: localOf(row.createdAt).date,
    title: row.label,
    sender: { name: creditor.creditorName, iban: creditor.creditorIban },
    postedOn: row.postedOn,
    letters: unmailed.map((of) => letterTo(of, levyParagraphs(row, creditor, of.lines))),
    version: row.version,
  };
  return { sheets, listed: namedOn(unmailed) };
}

/** Records whether the letters of a locked levy were posted today. */
export async function postLetters(tx: Transaction, row: LevyRow, isPosted: boolean): Promise<LevyRow> {
  if (row.state !== 'booked') throw new Problem('wrong-state');
  const [posted] = await tx
    .update(levy)
    .set({ postedOn: isPosted ? today() : null, version: row.version + 1 })
    .where(eq(levy.id, row.id))
    .returning();
  if (!posted) throw new Problem('not-found');
  return posted;
}
