import { and, eq, inArray, or, sql, type AnyColumn, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { readParameter } from '#server/club/config/service.ts';
import { person } from '#server/people/persons/table.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { Merge, PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { sealedAccount } from '#server/platform/database/sealing.ts';
import { bankRule } from '../bank/rules/table.ts';
import { bankLine, bankStatement } from '../bank/table.ts';
import { deleteMandates, isUnused, papersOfMandates } from '../mandates/papers.ts';
import { sepaMandate } from '../mandates/table.ts';
import { endMandate } from '../mandates/write.ts';
import { lockAccounts } from '../payments/movements.ts';
import { allocation, payment } from '../payments/table.ts';
import { mandateReminder, sepaNotice } from '../sepa/table.ts';
import { isVoucher, keptOf } from './keeping.ts';
import { charge, sepaRun, sepaRunItem } from './table.ts';

/** Charges and payments of a person, with mandates and debits. */
export const chargesData: PersonalData = {
  records: [
    { title: 'Forderungen', by: [charge.personId, charge.payerPersonId] },
    { title: 'Zahlungen', by: [payment.payerPersonId] },
    { title: 'Zuordnungen von Zahlungen', by: [allocation.chargeId], of: charge },
    { title: 'Lastschriften', by: [sepaRunItem.chargeId], of: charge },
    { title: 'Ankündigungen von Lastschriften', by: [sepaNotice.mandateId], of: sepaMandate },
    { title: 'Erinnerungen an ein Mandat', by: [mandateReminder.payerPersonId] },
    { title: 'Regeln für Bankzeilen', by: [bankRule.payerPersonId] },
    { title: 'Lastschriftmandate', by: [sepaMandate.payerPersonId, sepaMandate.forPersonId] },
  ],
  beside: [
    {
      title: 'Unterlagen der Mandate',
      tables: [],
      read: (tx, { people }) =>
        papersOfMandates(
          tx,
          people.map(({ id }) => id),
        ),
    },
  ],
  blockers: unsettledOf,
  atDeath: async (tx, subject) => ({
    ends: (await mandatesOf(tx, subject)).map(({ reference }) => `Lastschriftmandat ${reference}; was offen ist, wartet auf Überweisung`),
    remains: (await unsettledOf(tx, subject)).map((words) => `${words} Bitte mit den Angehörigen klären.`),
  }),
  endLife: async ({ write: { tx } }, subject, day) => {
    for (const row of await mandatesOf(tx, subject))
      await endMandate(tx, row, 'deceased', row.signedOn && day < row.signedOn ? row.signedOn : day);
  },
  stays: keptOf,
  erase: eraseCharges,
  retention: [{ name: 'vouchers', forget: forgetVouchers }],
  isNeeded: (personId) =>
    sql`exists (select 1 from ${charge} where ${personId} in (${charge.personId}, ${charge.payerPersonId})
      and ${inArray(charge.state, chargeSets.unsettled)})`,
  moves: [
    charge.personId,
    charge.payerPersonId,
    payment.payerPersonId,
    bankRule.payerPersonId,
    sepaMandate.payerPersonId,
    sepaMandate.forPersonId,
  ],
  dissolves: [mandateReminder.payerPersonId],
  lock: lockAccounts,
  beforeMerge: revokeSecondMandate,
  sealed: [sealedAccount(sepaMandate.iban), sealedAccount(sepaRunItem.iban)],
  accounts: [sepaRun.createdById, sepaMandate.createdBy],
  mayName: [
    sepaRun.createdBy,
    bankStatement.createdBy,
    bankLine.decidedBy,
    bankLine.name,
    bankLine.ibanHash,
    bankLine.purpose,
    bankLine.reason,
    bankRule.createdBy,
    bankRule.name,
    bankRule.nameContains,
    bankRule.purposeContains,
    bankRule.accountKey,
    bankRule.account,
    bankRule.reason,
    payment.createdBy,
    payment.note,
    mandateReminder.sentBy,
  ],
};

/** Open charges and credit of the account, as text. */
async function unsettledOf(tx: Transaction, subject: Subject): Promise<string[]> {
  const [open] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      euros: sql<string>`replace(to_char(sum(${charge.cents} - ${charge.settledCents}) / 100.0, 'FM999990.00'), '.', ',')`,
    })
    .from(charge)
    .where(and(isOf(subject), inArray(charge.state, chargeSets.unsettled)));
  const credit = await creditEuros(tx, subject);
  return [
    ...(open && open.count > 0 ? [`Offene Forderungen: ${open.count} über zusammen ${open.euros} €.`] : []),
    ...(credit ? [`Guthaben: ${credit} €.`] : []),
  ];
}

/** The mandates that the person still pays by. */
function mandatesOf(tx: Transaction, { id }: Subject) {
  return tx
    .select()
    .from(sepaMandate)
    .where(and(eq(sepaMandate.payerPersonId, id), inArray(sepaMandate.state, mandateSets.present)))
    .orderBy(sepaMandate.reference);
}

/** The credit of the account; undefined if there is none. */
async function creditEuros(tx: Transaction, { id }: Pick<Subject, 'id'>): Promise<string | undefined> {
  const { rows } = await tx.execute<{ euros: string }>(sql`
    select replace(to_char(sum(free) / 100.0, 'FM999990.00'), '.', ',') as euros from (
      select ${payment.cents} - coalesce((select sum(${allocation.cents}) from ${allocation} where ${allocation.paymentId} = ${payment.id}), 0) as free
      from ${payment} where ${payment.payerPersonId} = ${id}) as accounts having sum(free) <> 0`);
  return rows[0]?.euros;
}

function isOf({ id }: Pick<Subject, 'id'>) {
  return or(eq(charge.personId, id), eq(charge.payerPersonId, id));
}

async function eraseCharges(tx: Transaction, { id }: Subject): Promise<void> {
  await tx.delete(bankRule).where(eq(bankRule.payerPersonId, id));
  await tx.delete(mandateReminder).where(eq(mandateReminder.payerPersonId, id));
  await tx.delete(charge).where(and(isOf({ id }), sql`not ${isVoucher}`));
  await deleteMandates(tx, isUnused(id));
  await tx
    .update(sepaMandate)
    .set({ state: 'revoked', endedOn: today(), endReason: 'erased' })
    .where(and(eq(sepaMandate.payerPersonId, id), inArray(sepaMandate.state, mandateSets.present)));
  // Mandates for this person alone are no longer needed.
  await tx
    .update(sepaMandate)
    .set({ state: 'revoked', endedOn: today(), endReason: 'erased', version: sql`${sepaMandate.version} + 1` })
    .where(and(eq(sepaMandate.forPersonId, id), inArray(sepaMandate.state, mandateSets.present)));
  await tx.update(sepaMandate).set({ forPersonId: null }).where(eq(sepaMandate.forPersonId, id));
}

/** Vouchers are deleted after the last day of their last retention year, and with them the files for the bank. */
async function forgetVouchers({ tx }: Write): Promise<number> {
  const years = await readParameter(tx, 'retention.voucherYears');
  const months = await readParameter(tx, 'retention.mandateMonths');
  const over = tx
    .select({ id: charge.id })
    .from(charge)
    .where(
      sql`extract(year from ${charge.createdAt} at time zone 'Europe/Berlin') + ${years} < extract(year from ${today()}::date)
        and not ${inArray(charge.state, chargeSets.unsettled)}`,
    );
  const gone = await forgetPaid(tx, over);
  await tx.delete(sepaRunItem).where(inArray(sepaRunItem.chargeId, gone));
  const rows = await tx.delete(charge).where(inArray(charge.id, gone)).returning({ id: charge.id });
  await tx.delete(bankLine).where(
    sql`extract(year from ${bankLine.bookedOn}) + ${years} < extract(year from ${today()}::date)
      and not exists (select 1 from ${payment} where ${payment.bankLineId} = ${bankLine.id})`,
  );
  await deleteMandates(
    tx,
    sql`exists (select 1 from ${person} where ${person.id} = ${sepaMandate.payerPersonId} and ${person.anonymisedAt} is not null)
      and coalesce(${sepaMandate.lastUsedOn} + make_interval(months => ${months}) < ${today()}::date, true)
      and not exists (select 1 from ${sepaRunItem} where ${sepaRunItem.mandateId} = ${sepaMandate.id})`,
  );
  return rows.length;
}

/** Deletes the payments of charges whose retention has ended, and returns the charges that may be deleted: not those whose payment also settles a later one or is partly credit, since the account would no longer add up. */
async function forgetPaid(tx: Transaction, over: SQLWrapper): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive old(id) as (${over}),
    held(id) as (
      select a.charge_id from allocation a join payment p on p.id = a.payment_id
        where a.charge_id in (select id from old)
          and (exists (select 1 from allocation b where b.payment_id = p.id and b.charge_id not in (select id from old))
            or (p.reverses is null and p.cents <> (select sum(c.cents) from allocation c where c.payment_id = p.id)
              and not exists (select 1 from payment twin where twin.reverses = p.id)))
      union
      select b.charge_id from held join allocation a on a.charge_id = held.id join allocation b on b.payment_id = a.payment_id)
    select id from old where id not in (select id from held)`);
  const ids = rows.map(({ id }) => id);
  const paid = await tx.selectDistinct({ id: allocation.paymentId }).from(allocation).where(inArray(allocation.chargeId, ids));
  await tx.execute(sql`select set_config('app.forgets', 'on', true)`);
  await tx.delete(allocation).where(inArray(allocation.chargeId, ids));
  await tx.delete(payment).where(
    inArray(
      payment.id,
      paid.map(({ id }) => id),
    ),
  );
  await tx.execute(sql`select set_config('app.forgets', 'off', true)`);
  return ids;
}

/** A person has one recurrent mandate for the same people: that of the remaining record. */
async function revokeSecondMandate(tx: Transaction, { kept, other }: Merge): Promise<void> {
  const mine = alias(sepaMandate, 'mine');
  const merged = (column: AnyColumn) => sql`case when ${column} = ${other} then ${kept}::uuid else ${column} end`;
  const rank = ({ payerPersonId, forPersonId, id }: typeof mine | typeof sepaMandate) =>
    sql`(${payerPersonId} = ${other}, coalesce(${forPersonId} = ${other}, false), ${id})`;
  await tx
    .update(sepaMandate)
    .set({ state: 'revoked', endedOn: today(), endReason: 'replaced', version: sql`${sepaMandate.version} + 1` })
    .where(
      sql`${sepaMandate.state} = 'active' and ${sepaMandate.kind} = 'recurrent'
        and exists (select 1 from ${sepaMandate} mine where ${mine.state} = 'active' and ${mine.kind} = 'recurrent'
          and ${merged(mine.payerPersonId)} = ${merged(sepaMandate.payerPersonId)}
          and ${merged(mine.forPersonId)} is not distinct from ${merged(sepaMandate.forPersonId)}
          and ${rank(mine)} < ${rank(sepaMandate)})`,
    );
}
