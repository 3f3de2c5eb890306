import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import { mayMoveRun, type SepaRunState } from '#shared/money/chargeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { isBankDay } from '#shared/money/sepaRules.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import { readParameter } from '#server/club/config/service.ts';
import { sepaMandate } from '../mandates/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { lockRows } from '../charges/changes.ts';
import { numbered } from '../charges/make.ts';
import { addPayments, reversePayment } from '../payments/ledger.ts';
import { allocation, payment } from '../payments/table.ts';
import { collectable, creditorOf, debitsOf, earliestDay, type Collectable } from './sepaItems.ts';
import { groupedByMandate, type ItemRow, type RunRow } from './sepaFile.ts';
import { charge, sepaRun, sepaRunItem } from '../charges/table.ts';

/** Makes a run of everything that can be collected on a day, brings its charges into collection, and tells those who pay. */
export async function makeRun(
  tx: Transaction,
  club: ClubName,
  collectionDate: string,
  by: { name: string; userId: string },
): Promise<RunRow> {
  const { missing, ...creditor } = await creditorOf(tx, club);
  if (missing.length > 0)
    throw new Problem('not-ready', {
      fields: missing.map((word) => ({ path: 'collectionDate', message: `${word} fehlt in den Einstellungen.` })),
    });
  const earliest = await earliestDay(tx);
  if (collectionDate < earliest) throw fieldProblem('collectionDate', `Frühestens am ${germanDate(earliest)}.`);
  if (!isBankDay(collectionDate)) throw fieldProblem('collectionDate', 'An diesem Tag arbeiten die Banken nicht.');
  const { items } = await collectable(tx, club, collectionDate, true);
  if (items.length === 0) throw new Problem('not-ready', { fields: [{ path: 'collectionDate', message: 'Es gibt nichts einzuziehen.' }] });
  const id = randomUUID();
  const totalCents = items.reduce((sum, { cents }) => sum + cents, 0);
  const [run] = await tx
    .insert(sepaRun)
    .values({
      id,
      club,
      messageId: `${club}-${today().replaceAll('-', '')}-${id.slice(0, 8)}`,
      collectionDate,
      ...creditor,
      items: items.length,
      totalCents,
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!run) throw new Error('The run was not written.');
  await tx
    .insert(sepaRunItem)
    .values(items.map(({ reference: _reference, name: _name, label: _label, payerEmail: _email, ...item }) => ({ ...item, runId: id })));
  await moveCharges(
    tx,
    items.map(({ chargeId }) => chargeId),
    { state: 'in_collection', dueOn: collectionDate },
  );
  await useMandates(tx, items, collectionDate);
  await announce(tx, run, items);
  return run;
}

/** Brings a locked run into another state, with the charges in it. */
export async function moveRun(tx: Transaction, run: RunRow, to: SepaRunState, by: string): Promise<void> {
  if (!mayMoveRun(run.state, to)) throw new Problem('wrong-state');
  if (to === 'settled' && run.collectionDate > today()) throw new Problem('wrong-state');
  await tx
    .update(sepaRun)
    .set({ state: to, version: run.version + 1 })
    .where(eq(sepaRun.id, run.id));
  if (to !== 'settled' && to !== 'cancelled') return;
  const items = await tx
    .select()
    .from(sepaRunItem)
    .where(and(eq(sepaRunItem.runId, run.id), isNull(sepaRunItem.returnCode)));
  const ids = items.map(({ chargeId }) => chargeId);
  if (to === 'settled') await collect(tx, run, items, by);
  else {
    await moveCharges(tx, ids, { state: 'open' });
    const once = items.filter(({ sequence }) => sequence === 'OOFF').map(({ mandateId }) => mandateId);
    if (once.length > 0) await tx.update(sepaMandate).set({ state: 'active' }).where(inArray(sepaMandate.id, once));
  }
}

/** One payment for each debit: what a payer gave by one mandate. The charges are held by the run, so no account need be. */
async function collect(tx: Transaction, run: RunRow, items: readonly ItemRow[], createdBy: string): Promise<void> {
  const payers = await tx
    .select({ id: charge.id, payerPersonId: charge.payerPersonId })
    .from(charge)
    .where(
      inArray(
        charge.id,
        items.map(({ chargeId }) => chargeId),
      ),
    );
  const payerOf = new Map(payers.map(({ id, payerPersonId }) => [id, payerPersonId]));
  const debits = Map.groupBy(items, ({ chargeId, mandateId }) => `${payerOf.get(chargeId)}:${mandateId}`);
  const payments = [...debits.values()].map((of) => ({
    club: run.club,
    payerPersonId: payerOf.get(of[0]?.chargeId ?? '') ?? '',
    kind: 'debit' as const,
    cents: of.reduce((sum, { cents }) => sum + cents, 0),
    bookedOn: run.collectionDate,
    runId: run.id,
    note: of[0]?.mandateReference,
    createdBy,
    shares: of.map(({ chargeId, cents }) => ({ chargeId, cents })),
  }));
  await addPayments(tx, payments);
}

/** What a run brought in for some charges goes back. */
async function takeBack(tx: Transaction, runId: string, chargeIds: readonly string[], code: string, createdBy: string): Promise<void> {
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
  for (const row of rows)
    await reversePayment(tx, row, { kind: 'debit_return', bookedOn: today(), createdBy, note: `Rücklastschrift ${code}` });
}

/** Notes that the bank sent a debit back: its charges are owed again, with a fee where the board wants one. */
export async function giveBack(
  tx: Transaction,
  run: RunRow,
  { mandate, code, withFee, by }: { mandate: string; code: string; withFee: boolean; by: string },
): Promise<void> {
  if (run.state !== 'submitted' && run.state !== 'settled') throw new Problem('wrong-state');
  const items = await tx
    .update(sepaRunItem)
    .set({ returnCode: code })
    .where(and(eq(sepaRunItem.runId, run.id), eq(sepaRunItem.mandateReference, mandate), isNull(sepaRunItem.returnCode)))
    .returning({ chargeId: sepaRunItem.chargeId });
  const [first] = items;
  if (!first) throw new Problem('wrong-state');
  const ids = items.map(({ chargeId }) => chargeId);
  await lockRows(tx, ids);
  await takeBack(tx, run.id, ids, code, by);
  await moveCharges(tx, ids, { state: 'returned', paidOn: null, reason: `Rücklastschrift ${code}` });
  const fee = withFee ? await readParameter(tx, 'sepa.returnFeeCents') : 0;
  const [row] = await tx.select().from(charge).where(eq(charge.id, first.chargeId));
  if (!row || fee === 0) return;
  await tx.insert(charge).values({
    id: randomUUID(),
    club: row.club,
    reference: numbered(row.club),
    personId: row.payerPersonId,
    payerPersonId: row.payerPersonId,
    source: 'other',
    sourceId: run.id,
    courseId: row.courseId,
    label: `Gebühr der Rücklastschrift vom ${germanDate(run.collectionDate)}`,
    cents: fee,
    dueOn: today(),
    method: 'transfer',
    state: 'open',
    taxSphere: row.taxSphere,
    createdAt: now(),
  });
}

/** Runs with their debits, the latest first. */
export async function runsWith(tx: Transaction, by: { club: ClubName } | { id: string }, viewerId: string): Promise<SepaRun[]> {
  const fourEyes = await readParameter(tx, 'sepa.fourEyes');
  const returnFeeCents = await readParameter(tx, 'sepa.returnFeeCents');
  const runs = await tx
    .select()
    .from(sepaRun)
    .where('id' in by ? eq(sepaRun.id, by.id) : eq(sepaRun.club, by.club))
    .orderBy(desc(sepaRun.createdAt), sepaRun.id)
    .limit(20);
  const ids = runs.map(({ id }) => id);
  const items =
    ids.length === 0
      ? []
      : await tx
          .select({
            item: sepaRunItem,
            reference: charge.reference,
            label: charge.label,
            name: sql<string>`${person.lastname} || ', ' || ${person.firstname}`,
          })
          .from(sepaRunItem)
          .innerJoin(charge, eq(charge.id, sepaRunItem.chargeId))
          .innerJoin(person, eq(person.id, charge.personId))
          .where(inArray(sepaRunItem.runId, ids));
  return runs.map((run) => ({
    id: run.id,
    messageId: run.messageId,
    collectionDate: run.collectionDate,
    state: run.state,
    items: run.items,
    totalCents: run.totalCents,
    createdBy: run.createdBy,
    returnFeeCents,
    needsOther: fourEyes && run.createdById === viewerId,
    createdAt: run.createdAt.toISOString(),
    version: run.version,
    debits: debitsOf(items.filter(({ item }) => item.runId === run.id).map(({ item, ...words }) => ({ ...item, ...words }))),
  }));
}

async function moveCharges(tx: Transaction, ids: readonly string[], set: Partial<typeof charge.$inferInsert>): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(charge)
    .set({ ...set, version: sql`${charge.version} + 1` })
    .where(inArray(charge.id, [...ids]));
}

async function useMandates(tx: Transaction, items: Collectable['items'], day: string): Promise<void> {
  const ids = (sequence: string) => items.filter((item) => item.sequence === sequence).map(({ mandateId }) => mandateId);
  await tx
    .update(sepaMandate)
    .set({ lastUsedOn: day })
    .where(inArray(sepaMandate.id, [...ids('RCUR'), ...ids('OOFF')]));
  if (ids('OOFF').length > 0)
    await tx
      .update(sepaMandate)
      .set({ state: 'used_up' })
      .where(inArray(sepaMandate.id, ids('OOFF')));
}

/** The advance notice that the rules of SEPA ask for: amount, day, mandate and creditor, one mail for each debit. */
async function announce(tx: Transaction, run: RunRow, items: Collectable['items']): Promise<void> {
  const emails = new Map(items.map(({ mandateId, payerEmail }) => [mandateId, payerEmail]));
  const labels = new Map(items.map(({ chargeId, reference, name, label }) => [chargeId, `${reference} ${label} (${name})`]));
  for (const group of groupedByMandate(items.map((item) => ({ ...item, runId: run.id, returnCode: null })))) {
    const [first] = group;
    const recipient = emails.get(first.mandateId);
    if (!recipient) continue;
    const cents = group.reduce((sum, one) => sum + one.cents, 0);
    const lines = group.map((one) => `- ${labels.get(one.chargeId)}: ${euros(one.cents)}`).join('\n');
    await postMail(tx, {
      kind: 'notice',
      club: run.club,
      recipient,
      subject: `Ankündigung der Lastschrift am ${germanDate(run.collectionDate)}`,
      body: `Guten Tag,\n\nwir ziehen am ${germanDate(run.collectionDate)} ${euros(cents)} von Ihrem Konto ${maskedIban(first.iban)} ein:\n\n${lines}\n\nMandatsreferenz: ${first.mandateReference}\nGläubiger-Identifikationsnummer: ${run.creditorId}\n\nBitte sorgen Sie für die Deckung des Kontos. Fragen? Antworten Sie dem Verein gern.\n\n${run.creditorName}\n`,
      onceKey: `sepa:${run.id}:${first.mandateId}`,
    });
  }
}
