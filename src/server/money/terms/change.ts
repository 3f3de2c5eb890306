import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addMonths, localOf } from '#shared/kernel/calendar.ts';
import { chargeSets, type ChargeMethod } from '#shared/money/chargeWords.ts';
import { brokenConstraint, sqlState, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { nextReference } from '../charges/make.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { payerColumnsOf } from '../payers/read.ts';
import { payer } from '../payers/view.ts';
import { isUntouched } from './installments.ts';

export type Terms = { dueOn?: string | undefined; method?: ChargeMethod | undefined; payerId?: string | undefined; reason: string };

/** How far the due date of a charge may be moved. */
const dueAtMostMonths = 36;

/** Changes when, how or by whom a locked charge is paid. Returns the id of the charge that replaces it. */
export async function changeTerms(tx: Transaction, row: ChargeRow, { dueOn, method, payerId, reason }: Terms): Promise<string> {
  if (!chargeSets.due.includes(row.state) || row.cents <= 0) throw new Problem('wrong-state');
  if (dueOn !== undefined && dueOn !== row.dueOn) refuseDay(row, dueOn);
  const isOther = payerId !== undefined && payerId !== row.payerId;
  const columnsOf = await payerColumnsOf(tx, [payerId ?? row.payerId]);
  const next = { ...row, dueOn: dueOn ?? row.dueOn, method: method ?? row.method, ...columnsOf(payerId ?? row.payerId) };
  if (next.method === 'sepa' && (method === 'sepa' || isOther) && !(await hasMandate(tx, next)))
    throw fieldProblem('method', 'Von wem gezahlt wird, gibt es kein Lastschriftmandat dafür. Bitte eine andere Zahlungsart.');
  if (!isOther) {
    await tx
      .update(charge)
      .set({ dueOn: next.dueOn, method: next.method, version: row.version + 1 })
      .where(eq(charge.id, row.id));
    return row.id;
  }
  if (!isUntouched(row)) throw fieldProblem('payerId', 'Davon ist schon etwas bezahlt oder angemahnt. Bitte stornieren und neu fordern.');
  await requireKnownPayer(tx, row, payerId);
  await tx
    .update(charge)
    .set({ state: 'cancelled', reason: `Anderer Zahler: ${reason}`, version: row.version + 1 })
    .where(eq(charge.id, row.id));
  const id = randomUUID();
  const { payerId: _payer, ...values } = next;
  try {
    await tx.insert(charge).values({ ...values, id, reference: nextReference(row.club), createdAt: now(), version: 1 });
  } catch (error) {
    if (sqlState(error) !== '23505' || brokenConstraint(error) !== 'charge_once') throw error;
    throw fieldProblem(
      'payerId',
      'Von dieser Organisation ist dasselbe schon gefordert. Bitte stornieren Sie eine der beiden Forderungen.',
    );
  }
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
  if (payerPersonId === null) return false;
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

/** The payer is a person or an organisation known to the same club; only an organisation can take over the own charge of an organisation. */
export async function requireKnownPayer(
  tx: Transaction,
  { club, personId }: Pick<ChargeRow, 'club' | 'personId'>,
  payerId: string,
): Promise<void> {
  const [row] = await tx
    .select({ isOrganisation: payer.isOrganisation })
    .from(payer)
    .where(and(eq(payer.id, payerId), eq(payer.club, club), isNull(payer.anonymisedAt)));
  if (!row) throw fieldProblem('payerId', 'Diesen Zahler gibt es im Verein nicht.');
  if (personId === null && !row.isOrganisation)
    throw fieldProblem('payerId', 'Das fordern Sie von einer Organisation. Bitte stornieren und von der Person neu fordern.');
}
