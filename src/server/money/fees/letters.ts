import { and, eq, sql } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { letterTo, namedOn, unmailedPayers, type Unmailed } from '../charges/letters.ts';
import { charge } from '../charges/table.ts';
import { sepaNotice } from '../sepa/table.ts';
import { activeMandates, debitsOf, feeParagraphs, noticeOf, replacedBy } from './notices.ts';
import { feeRun, type FeeRunRow } from './table.ts';

/** The letters of a run: one about the remaining amounts for each payer without an email address, with the current postal address; and the persons named. */
export async function lettersOfRun(tx: Transaction, run: FeeRunRow): Promise<{ sheets: PayerLetters; listed: string[] }> {
  const creditor = await creditorOf(tx, run.club);
  const mandates = await activeMandates(tx, run);
  const unmailed = await unmailedPayers(tx, ofRun(run), replacedBy(run));
  const sheets = {
    createdOn: localOf(run.createdAt).date,
    title: 'Beitragsmitteilung',
    sender: { name: creditor.creditorName, iban: creditor.creditorIban },
    postedOn: run.postedOn,
    letters: unmailed.map((of) => letterTo(firstDue(of), feeParagraphs(creditor, of, debitsOf(of.lines, mandates.get(of.who.id) ?? [])))),
    version: run.version,
  };
  return { sheets, listed: namedOn(unmailed) };
}

/** Records whether the letters of a run were posted today; the debits that they announce may then be collected. */
export async function postLetters(tx: Transaction, run: FeeRunRow, isPosted: boolean): Promise<FeeRunRow> {
  if (run.state !== 'booked') throw new Problem('wrong-state');
  const day = today();
  await tx.delete(sepaNotice).where(and(eq(sepaNotice.feeRunId, run.id), eq(sepaNotice.channel, 'letter')));
  if (isPosted) {
    const mandates = await activeMandates(tx, run);
    const notices = (await unmailedPayers(tx, ofRun(run))).flatMap(({ who, lines }) =>
      debitsOf(lines, mandates.get(who.id) ?? []).map((debit) => noticeOf(run, debit, { channel: 'letter', postedOn: day })),
    );
    for (const block of blocksOf(notices)) await tx.insert(sepaNotice).values(block);
  }
  const [row] = await tx
    .update(feeRun)
    .set({ postedOn: isPosted ? day : null, version: run.version + 1 })
    .where(eq(feeRun.id, run.id))
    .returning();
  if (!row) throw new Problem('not-found');
  return row;
}

/** The lines whose sum is filled in for one transfer: those that are due first. */
function firstDue({ who, lines }: Unmailed): Pick<Unmailed, 'who' | 'lines'> {
  const [first] = lines
    .filter(({ cents }) => cents > 0)
    .map(({ dueOn }) => dueOn)
    .toSorted();
  return { who, lines: lines.filter(({ dueOn }) => dueOn === first) };
}

function ofRun({ id }: FeeRunRow) {
  return sql`${charge.feeRunId} = ${id}`;
}
