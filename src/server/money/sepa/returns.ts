import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { returnableRuns } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { makesMandateRest, returnCodes, type Returned } from '#shared/money/returnCodes.ts';
import { readParameter } from '#server/club/config/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { bookingDay, closedUntil } from '../books/closing.ts';
import { lockRows } from '../charges/changes.ts';
import { labelsOf } from '../charges/forWhom.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { nextReference } from '../charges/make.ts';
import { charge, sepaRun, sepaRunItem } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { bookedOn } from '../payments/accounts.ts';
import { reversePayment } from '../payments/movements.ts';
import { reclaimCredit } from '../payments/reclaim.ts';
import { allocation, payment } from '../payments/table.ts';
import type { RunRow } from './sepaFile.ts';
import { moveCharges } from '../charges/move.ts';

type Return = {
  mandate: string;
  code: string;
  /** The booking day of the return on the statement. */ on?: string | undefined;
  withFee: boolean;
  /** The bank's fee. */ feeCents?: number | undefined;
  /** The name of the actor. */ by: string;
};

const daysToTransfer = 14;
/** The return code for a deceased payer: no email is sent. */
const silentCode = 'MD07';

/**
 * Records that the bank returned a debit: its charges are owed again, now by transfer within 14 days, with the fee if the board passes it
 * on. The mandate is paused if the return code requires it, and the payer is notified. Returns whether the mandate is now paused, and the
 * returned sum.
 */
export async function recordReturn(
  tx: Transaction,
  run: RunRow,
  { on = today(), ...of }: Return,
): Promise<{ rests: boolean; cents: number }> {
  const { mandate, code, by } = of;
  if (!returnableRuns.includes(run.state)) throw new Problem('wrong-state');
  if (on > today()) throw fieldProblem('on', 'Bitte kein Tag in der Zukunft.');
  const items = await tx
    .update(sepaRunItem)
    .set({ returnCode: code, returnedOn: on })
    .where(and(eq(sepaRunItem.runId, run.id), eq(sepaRunItem.mandateReference, mandate), isNull(sepaRunItem.returnCode)))
    .returning();
  const [first] = items;
  if (!first) throw new Problem('wrong-state');
  const ids = items.map(({ chargeId }) => chargeId);
  await lockRows(tx, ids);
  await reverseRunPayments(tx, run.id, ids, code, { on: bookingDay(on, await closedUntil(tx, run.club)), by });
  const dueOn = addDays(today(), daysToTransfer);
  await moveCharges(tx, ids, { state: 'returned', paidOn: null, method: 'transfer', dueOn, reason: `Rücklastschrift ${code}` });
  const owed = await tx.select().from(charge).where(inArray(charge.id, ids)).orderBy(charge.reference);
  const feeCents = of.withFee ? (of.feeCents ?? (await readParameter(tx, 'sepa.returnFeeCents'))) : 0;
  const [head] = owed;
  const fee = head && feeCents > 0 ? await chargeFee(tx, run, head, { mandate, feeCents, on, dueOn }) : undefined;
  const rests = makesMandateRest({ code, on }, await earlierReturns(tx, first.mandateId, run.id));
  if (rests) await rest(tx, first.mandateId);
  if (code !== silentCode) await notifyOne(tx, run, { code, dueOn, cents: sumOfCents(items) }, fee ? [...owed, fee] : owed);
  return { rests, cents: sumOfCents(items) };
}

/** Reverses the payments of a run for some charges. */
async function reverseRunPayments(
  tx: Transaction,
  runId: string,
  chargeIds: readonly string[],
  code: string,
  { on, by }: { on: string; by: string },
): Promise<void> {
  const rows = await tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.runId, runId),
        isNull(payment.reverses),
        sql`not exists (select 1 from payment twin where twin.reverses = ${payment.id})`,
        sql`exists (select 1 from ${allocation} where ${allocation.paymentId} = ${payment.id} and ${inArray(allocation.chargeId, [...chargeIds])})`,
      ),
    );
  for (const row of rows) {
    await reclaimCredit(tx, row, await bookedOn(tx, row.club, row.payerId));
    await reversePayment(tx, row, { kind: 'debit_return', bookedOn: on, createdBy: by, note: `Rücklastschrift ${code}` });
  }
}

/** Charges the bank's fee, once per run and mandate (ensured by `charge_once`). */
async function chargeFee(
  tx: Transaction,
  run: RunRow,
  { club, payerPersonId, courseId, taxSphere }: ChargeRow,
  { mandate, feeCents, on, dueOn }: { mandate: string; feeCents: number; on: string; dueOn: string },
): Promise<ChargeRow | undefined> {
  const [row] = await tx
    .insert(charge)
    .values({
      id: randomUUID(),
      club,
      reference: nextReference(club),
      personId: payerPersonId,
      payerPersonId,
      source: 'return_fee',
      sourceId: run.id,
      period: mandate,
      courseId,
      label: `Gebühr der Rücklastschrift vom ${germanDate(on)}`,
      cents: feeCents,
      dueOn,
      method: 'transfer',
      state: 'open',
      taxSphere,
      createdAt: now(),
    })
    .returning();
  return row;
}

/** The earlier returns of debits of a mandate with their codes. */
async function earlierReturns(tx: Transaction, mandateId: string, runId: string): Promise<Returned[]> {
  const rows = await tx
    .selectDistinct({ code: sepaRunItem.returnCode, on: sql<string>`coalesce(${sepaRunItem.returnedOn}, ${sepaRun.collectionDate})::text` })
    .from(sepaRunItem)
    .innerJoin(sepaRun, eq(sepaRun.id, sepaRunItem.runId))
    .where(and(eq(sepaRunItem.mandateId, mandateId), ne(sepaRunItem.runId, runId), isNotNull(sepaRunItem.returnCode)));
  return rows.flatMap(({ code, on }) => (code === null ? [] : [{ code, on }]));
}

async function rest(tx: Transaction, mandateId: string): Promise<void> {
  await tx
    .update(sepaMandate)
    .set({ isPaused: true, version: sql`${sepaMandate.version} + 1` })
    .where(and(eq(sepaMandate.id, mandateId), eq(sepaMandate.state, 'active'), eq(sepaMandate.isPaused, false)));
}

/** Notifies the payer why the debit was returned and how to transfer the sum. */
async function notifyOne(
  tx: Transaction,
  run: RunRow,
  { code, dueOn, cents }: { code: string; dueOn: string; cents: number },
  owed: readonly ChargeRow[],
): Promise<void> {
  const [payer] = await tx
    .select()
    .from(person)
    .where(eq(person.id, owed[0]?.payerPersonId ?? ''));
  if (!payer?.email) return;
  const labelOf = await labelsOf(tx, owed);
  const lines = owed.map((row) => `- ${labelOf(row)}: ${euros(restOf(row))}`).join('\n');
  const references = owed.map(({ reference }) => reference).join(', ');
  const due = owed.reduce((total, row) => total + restOf(row), 0);
  await postMail(tx, {
    kind: 'notice',
    club: run.club,
    recipient: payer.email,
    subject: `Ihre Lastschrift über ${euros(cents)} kam zurück`,
    body: `Guten Tag,\n\nunsere Lastschrift vom ${germanDate(run.collectionDate)} über ${euros(cents)} kam von Ihrer Bank zurück.\nGrund der Bank: ${returnCodes[code] ?? `sonstiger Grund (${code})`}\n\nOffen sind jetzt ${euros(due)}:\n\n${lines}\n\nBitte überweisen Sie bis zum ${germanDate(dueOn)}:\n\nEmpfänger: ${run.creditorName}\nIBAN: ${ibanInFours(run.creditorIban)}\nBetrag: ${euros(due)}\nVerwendungszweck: ${references}\n\nIn Ihrem Profil steht das unter „Zahlungen“ zum Kopieren, auch als Code für die Banking-App. Fragen? Antworten Sie dem Verein gern.\n\n${run.creditorName}\n`,
    onceKey: `sepa-return:${run.id}:${owed[0]?.reference ?? ''}`,
  });
}
