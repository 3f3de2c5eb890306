import { and, asc, eq } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { fullName, listedName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { DebitLetter, LettersOfRun } from '#shared/money/sepaRuns.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { addressOf } from '../charges/payers.ts';
import { charge, sepaRunItem } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import type { RunRow } from './sepaFile.ts';
import { sepaNotice } from './table.ts';

/** What goes by letter with a run: one for each payer whose address of e-mail nobody knows, with today's address. */
export async function lettersOfRun(tx: Transaction, run: RunRow): Promise<LettersOfRun> {
  const payers = await tx
    .select({ mandateId: sepaNotice.mandateId, postedOn: sepaNotice.postedOn, who: person })
    .from(sepaNotice)
    .innerJoin(sepaMandate, eq(sepaMandate.id, sepaNotice.mandateId))
    .innerJoin(person, eq(person.id, sepaMandate.payerPersonId))
    .where(isLetterOf(run))
    .orderBy(asc(person.lastname), asc(person.firstname), asc(person.id), asc(sepaNotice.mandateId));
  const items = await tx
    .select({ item: sepaRunItem, reference: charge.reference, label: charge.label, who: person })
    .from(sepaRunItem)
    .innerJoin(sepaNotice, and(eq(sepaNotice.mandateId, sepaRunItem.mandateId), isLetterOf(run)))
    .innerJoin(charge, eq(charge.id, sepaRunItem.chargeId))
    .innerJoin(person, eq(person.id, charge.personId))
    .where(eq(sepaRunItem.runId, run.id))
    .orderBy(asc(charge.reference));
  const byMandate = Map.groupBy(items, ({ item }) => item.mandateId);
  const debitOf = (mandateId: string): DebitLetter['debits'] => {
    const of = byMandate.get(mandateId) ?? [];
    const [first] = of;
    if (!first) return [];
    const lines = of.map(({ reference, label, who, item }) => ({ reference, label, name: fullName(who), cents: item.cents }));
    return [{ mandate: first.item.mandateReference, account: maskedIban(first.item.iban), cents: sumOfCents(lines), lines }];
  };
  const letters = [...Map.groupBy(payers, ({ who }) => who.id)].flatMap(([payerId, of]) => {
    const [first] = of;
    if (!first) return [];
    const debits = of.flatMap(({ mandateId }) => debitOf(mandateId));
    return [{ payerId, name: listedName(first.who), address: addressOf(first.who), debits }];
  });
  const { messageId, collectionDate, creditorName, creditorId } = run;
  const createdOn = localOf(run.createdAt).date;
  return { messageId, collectionDate, createdOn, creditorName, creditorId, postedOn: payers[0]?.postedOn ?? null, letters };
}

/** Notes that the letters of a run went out today, or that they did not. */
export async function postLetters(tx: Transaction, run: RunRow, isPosted: boolean): Promise<void> {
  if (run.state === 'cancelled') throw new Problem('wrong-state');
  const posted = await tx
    .update(sepaNotice)
    .set({ postedOn: isPosted ? today() : null })
    .where(isLetterOf(run))
    .returning({ id: sepaNotice.id });
  if (posted.length === 0) throw new Problem('wrong-state');
}

function isLetterOf({ id }: RunRow) {
  return and(eq(sepaNotice.runId, id), eq(sepaNotice.channel, 'letter'));
}
