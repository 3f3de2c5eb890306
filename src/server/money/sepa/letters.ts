import { and, asc, eq } from 'drizzle-orm';
import { localOf } from '#shared/kernel/calendar.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { DebitLetter, LettersOfRun } from '#shared/money/sepaRuns.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { forWhom } from '../charges/forWhom.ts';
import { addressOf } from '../charges/payers.ts';
import { charge, sepaRunItem } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import type { RunRow } from './sepaFile.ts';
import { sepaNotice } from './table.ts';

/** The letters of a run: one for each payer without an email address, with the current postal address; and the persons named. */
export async function lettersOfRun(tx: Transaction, run: RunRow): Promise<{ sheets: LettersOfRun; listed: string[] }> {
  const payers = await tx
    .select({ mandateId: sepaNotice.mandateId, postedOn: sepaNotice.postedOn, who: person })
    .from(sepaNotice)
    .innerJoin(sepaMandate, eq(sepaMandate.id, sepaNotice.mandateId))
    .innerJoin(person, eq(person.id, sepaMandate.payerPersonId))
    .where(isLetterOf(run))
    .orderBy(asc(person.lastname), asc(person.firstname), asc(person.id), asc(sepaNotice.mandateId));
  const items = await tx
    .select({ item: sepaRunItem, reference: charge.reference, label: charge.label, name: forWhom, personId: charge.personId })
    .from(sepaRunItem)
    .innerJoin(sepaNotice, and(eq(sepaNotice.mandateId, sepaRunItem.mandateId), isLetterOf(run)))
    .innerJoin(charge, eq(charge.id, sepaRunItem.chargeId))
    .where(eq(sepaRunItem.runId, run.id))
    .orderBy(asc(charge.reference));
  const byMandate = Map.groupBy(items, ({ item }) => item.mandateId);
  const debitOf = (mandateId: string): DebitLetter['debits'] => {
    const of = byMandate.get(mandateId) ?? [];
    const [first] = of;
    if (!first) return [];
    const lines = of.map(({ reference, label, name, item }) => ({ reference, label, name, cents: item.cents }));
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
  const postedOn = payers[0]?.postedOn ?? null;
  return {
    sheets: { messageId, collectionDate, createdOn, creditorName, creditorId, postedOn, letters },
    listed: [...letters.map(({ payerId }) => payerId), ...items.flatMap(({ personId }) => personId ?? [])],
  };
}

/** Records whether the letters of a run were posted today. */
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
