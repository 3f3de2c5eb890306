import { and, eq, ne, sql } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { FeeLetter, FeeLetters } from '#shared/money/fees/feeLetters.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { person } from '#server/people/persons/table.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { payerLines, type PayerLine } from '../charges/payerLines.ts';
import { addressOf, togetherInWords } from '../charges/payers.ts';
import { charge } from '../charges/table.ts';
import { creditorOf } from '../sepa/sepaItems.ts';
import { sepaNotice } from '../sepa/table.ts';
import { activeMandates, debitsOf, feeParagraphs, noticeOf } from './notices.ts';
import { feeRun, type FeeRunRow } from './table.ts';

/** What goes by letter of a run: one for each payer whose address of e-mail nobody knows, with today's address. */
export async function lettersOfRun(tx: Transaction, run: FeeRunRow): Promise<FeeLetters> {
  const creditor = await creditorOf(tx, run.club);
  const mandates = await activeMandates(tx, run);
  const unmailed = await unmailedPayers(tx, run);
  const letters = unmailed.map(({ who, lines }): FeeLetter => {
    const transfer = transferOf(lines, accountReference(who.club, who.accountNo));
    const paragraphs = feeParagraphs(run, creditor, lines, debitsOf(lines, mandates.get(who.id) ?? []));
    return {
      payerPersonId: who.id,
      name: listedName(who),
      address: addressOf(who),
      paragraphs: transfer?.isTogether ? [...paragraphs, togetherInWords(transfer.reference)] : paragraphs,
      transfer: transfer && { cents: transfer.cents, reference: transfer.reference },
    };
  });
  return {
    createdOn: localOf(run.createdAt).date,
    sender: { name: creditor.creditorName, iban: creditor.creditorIban },
    postedOn: run.postedOn,
    letters,
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
    const notices = (await unmailedPayers(tx, run)).flatMap(({ who, lines }) =>
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

/** Who pays something of a run and has no address of e-mail, by name, with the lines of each. */
async function unmailedPayers(tx: Transaction, run: FeeRunRow) {
  const lines = (await payerLines(tx, sql`${charge.feeRunId} = ${run.id} and ${ne(charge.state, 'cancelled')}`)).filter(
    ({ email }) => !email,
  );
  const byPayer = Map.groupBy(lines, ({ payerPersonId }) => payerPersonId);
  const people = await tx
    .select()
    .from(person)
    .where(sql`${person.id} = any(${sql.param([...byPayer.keys()])}::uuid[])`)
    .orderBy(person.lastname, person.firstname, person.id);
  return people.map((who) => ({ who, lines: byPayer.get(who.id) ?? [] }));
}

/** What of the lines is transferred, by the number of the charge, or of the account where there are several. */
function transferOf(lines: readonly PayerLine[], account: string) {
  const transfers = lines.filter(({ method, cents }) => method === 'transfer' && cents > 0);
  const [first] = transfers;
  if (!first) return null;
  const isTogether = transfers.length > 1;
  return { cents: sumOfCents(transfers), reference: isTogether ? account : first.reference, isTogether };
}
