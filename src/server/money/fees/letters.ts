import { and, eq, sql } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { letterTo, unmailedPayers } from '../charges/letters.ts';
import { charge } from '../charges/table.ts';
import { creditorOf } from '../sepa/sepaItems.ts';
import { sepaNotice } from '../sepa/table.ts';
import { activeMandates, debitsOf, feeParagraphs, noticeOf, replacedBy } from './notices.ts';
import { feeRun, type FeeRunRow } from './table.ts';

/** What goes by letter of a run: one over the rest for each payer whose address of e-mail nobody knows, with today's address. */
export async function lettersOfRun(tx: Transaction, run: FeeRunRow): Promise<PayerLetters> {
  const creditor = await creditorOf(tx, run.club);
  const mandates = await activeMandates(tx, run);
  const unmailed = await unmailedPayers(tx, ofRun(run), replacedBy(run));
  return {
    createdOn: localOf(run.createdAt).date,
    title: 'Beitragsmitteilung',
    sender: { name: creditor.creditorName, iban: creditor.creditorIban },
    postedOn: run.postedOn,
    letters: unmailed.map((of) => letterTo(of, feeParagraphs(run, creditor, of, debitsOf(of.lines, mandates.get(of.who.id) ?? [])))),
    version: run.version,
  };
}

/** Notes that the letters of a run went out today, or that they did not; what they announce may be collected. */
export async function postLetters(tx: Transaction, run: FeeRunRow, isPosted: boolean): Promise<FeeRunRow> {
  if (run.state !== 'booked') throw new Problem('wrong-state');
  const day = today();
  await tx.delete(sepaNotice).where(and(eq(sepaNotice.feeRunId, run.id), eq(sepaNotice.channel, 'letter')));
  if (isPosted) {
    const mandates = await activeMandates(tx, run);
    const notices = (await unmailedPayers(tx, ofRun(run))).flatMap(({ who, lines }) =>
      debitsOf(lines, mandates.get(who.id) ?? []).map(([mandate, of]) =>
        noticeOf(run, mandate, sumOfCents(of), { channel: 'letter', postedOn: day }),
      ),
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

function ofRun({ id }: FeeRunRow) {
  return sql`${charge.feeRunId} = ${id}`;
}
