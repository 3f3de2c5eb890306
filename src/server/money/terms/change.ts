import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addMonths, localOf } from '#shared/kernel/calendar.ts';
import { chargeSets, type ChargeMethod } from '#shared/money/chargeWords.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { nextReference } from '../charges/make.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { isUntouched } from './installments.ts';

export type Terms = { dueOn?: string | undefined; method?: ChargeMethod | undefined; payerPersonId?: string | undefined; reason: string };

/** How far the due day of a charge may be moved. */
const dueAtMostMonths = 36;

/** Changes when, how or by whom a locked charge is paid. Gives the id of the charge that holds now. */
export async function changeTerms(tx: Transaction, row: ChargeRow, { dueOn, method, payerPersonId, reason }: Terms): Promise<string> {
  if (!chargeSets.due.includes(row.state) || row.cents <= 0) throw new Problem('wrong-state');
  if (dueOn !== undefined && dueOn !== row.dueOn) refuseDay(row, dueOn);
  const isOther = payerPersonId !== undefined && payerPersonId !== row.payerPersonId;
  const next = { ...row, dueOn: dueOn ?? row.dueOn, method: method ?? row.method, payerPersonId: payerPersonId ?? row.payerPersonId };
  if (next.method === 'sepa' && (method === 'sepa' || isOther) && !(await hasMandate(tx, next)))
    throw fieldProblem('method', 'Von wem gezahlt wird, gibt es kein Lastschriftmandat dafür. Bitte eine andere Zahlungsart.');
  if (!isOther) {
    await tx
      .update(charge)
      .set({ dueOn: next.dueOn, method: next.method, version: row.version + 1 })
      .where(eq(charge.id, row.id));
    return row.id;
  }
  if (!isUntouched(row))
    throw fieldProblem('payerPersonId', 'Davon ist schon etwas bezahlt oder angemahnt. Bitte stornieren und neu fordern.');
  await refuseStranger(tx, row, next.payerPersonId);
  await tx
    .update(charge)
    .set({ state: 'cancelled', reason: `Anderer Zahler: ${reason}`, version: row.version + 1 })
    .where(eq(charge.id, row.id));
  const id = randomUUID();
  await tx.insert(charge).values({ ...next, id, reference: nextReference(row.club), createdAt: now(), version: 1 });
  return id;
}

function refuseDay({ createdAt }: ChargeRow, dueOn: string): void {
  if (dueOn < localOf(createdAt).date) throw fieldProblem('dueOn', 'So früh war es noch nicht gefordert.');
  if (dueOn > addMonths(today(), dueAtMostMonths)) throw fieldProblem('dueOn', 'Höchstens in 36 Monaten.');
}

/** Whether the charges of a person may be collected from the payer. */
export async function hasMandate(
  tx: Transaction,
  { payerPersonId, personId }: Pick<ChargeRow, 'payerPersonId' | 'personId'>,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: sepaMandate.id })
    .from(sepaMandate)
    .where(
      and(
        eq(sepaMandate.payerPersonId, payerPersonId),
        eq(sepaMandate.state, 'active'),
        sql`not ${sepaMandate.isPaused} and coalesce(${sepaMandate.forPersonId}, ${personId}) = ${personId}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The payer is a person of the same club. */
async function refuseStranger(tx: Transaction, { club }: ChargeRow, payerPersonId: string): Promise<void> {
  const [row] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.id, payerPersonId), eq(person.club, club), isNull(person.anonymisedAt)));
  if (!row) throw fieldProblem('payerPersonId', 'Diese Person gibt es im Verein nicht.');
}
