import { and, eq, gt, inArray, isNotNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import { isToTransfer } from '#shared/money/payerAccount.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { creditorsOf, transferAccount } from '#server/club/bankAccounts/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { punchCard } from '#server/courses/cards/table.ts';
import { knownAmong } from '#server/courses/enrolments/service.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { course } from '#server/courses/offers/table.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { payer } from '../payers/view.ts';
import { charge } from './table.ts';

/** The charges by and for everybody for whom a user may act: open ones first, by due date. Charges that somebody else pays are marked as such. */
export async function myCharges(tx: Transaction, userId: string): Promise<OwnCharge[]> {
  const people = await ownPeople(tx, userId);
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return [];
  const known = knownAmong(people, userId);
  const verified = people.filter(({ isClaimed }) => !isClaimed).map(({ id }) => id);
  // For a person with an unconfirmed access, only what was entered through this account.
  const isKnown = or(
    inArray(charge.personId, verified),
    inArray(charge.payerPersonId, verified),
    inArray(charge.sourceId, tx.select({ id: enrolment.id }).from(enrolment).where(known)),
    inArray(charge.sourceId, tx.select({ id: punchCard.id }).from(punchCard).where(eq(punchCard.soldBy, userId))),
  );
  const isOpen = sql`${charge.state} in ${oneOf(chargeSets.owed)}`;
  const rows = await tx
    .select({ row: charge, firstname: person.firstname, lastname: person.lastname, payerName: payer.name, accountNo: payer.accountNo })
    .from(charge)
    // The payer may not know the person; then the name is left out.
    .leftJoin(person, eq(person.id, charge.personId))
    .leftJoin(payer, eq(payer.id, charge.payerId))
    .where(and(isKnown, notInArray(charge.state, [...chargeSets.hidden])))
    .orderBy(sql`${isOpen} desc`, sql`case when ${isOpen} then ${charge.dueOn} end`, sql`${charge.dueOn} desc`, charge.reference)
    .limit(100);
  const fees = await comingFees(tx, known);
  const creditors = await inAllClubs(tx, () => creditorsOf(tx, [...new Set(rows.map(({ row }) => row.club))]));
  const own = new Set(ids);
  const charged = rows.map(({ row, firstname, lastname, payerName, accountNo }) => {
    const isMine = own.has(row.payerId);
    return {
      id: row.id,
      reference: row.reference,
      club: row.club,
      name: [firstname, lastname].filter(Boolean).join(' '),
      label: row.label,
      cents: row.cents,
      settledCents: row.settledCents,
      dueOn: row.dueOn,
      deferredUntil: row.deferredUntil,
      method: row.method,
      state: row.state,
      paidOn: row.paidOn,
      splitOf: row.splitOf,
      isMine,
      payerName: payerName ?? '',
      account: isMine ? transferAccount(creditors.get(row.club)) : null,
      accountReference: isMine && accountNo !== null ? accountReference(row.club, accountNo) : null,
    };
  });
  return [...fees, ...charged];
}

/** Cancellation fees that are not charged yet: shown to their debtor at once. */
async function comingFees(tx: Transaction, known: SQL | undefined): Promise<OwnCharge[]> {
  const days = await readParameter(tx, 'money.firstDueDays');
  const rows = await tx
    .select({ row: enrolment, title: course.title, firstname: person.firstname, lastname: person.lastname })
    .from(enrolment)
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(and(known, eq(enrolment.state, 'cancelled'), gt(enrolment.cancelFeeCents, 0), isNotNull(enrolment.undoUntil)))
    .limit(100);
  return rows.map(({ row, title, ...one }) => ({
    id: row.id,
    reference: '',
    club: row.club,
    name: fullName(one),
    label: `Absagegebühr ${title}`,
    cents: row.cancelFeeCents,
    settledCents: 0,
    deferredUntil: null,
    dueOn: addDays(localOf(row.cancelledAt ?? row.registeredAt).date, days),
    method: 'transfer',
    state: 'draft',
    paidOn: null,
    splitOf: null,
    isMine: true,
    payerName: '',
    account: null,
    accountReference: null,
  }));
}

/** The open transfers for charged enrolments, each with its payer's account; nothing for those without a charge. */
export async function transfersFor(tx: Transaction, enrolmentIds: readonly string[]) {
  const rows = await tx
    .select({ row: charge, enrolmentId: charge.sourceId, accountNo: payer.accountNo })
    .from(charge)
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .where(and(inArray(charge.sourceId, [...enrolmentIds]), eq(charge.source, 'course'), notInArray(charge.state, [...chargeSets.hidden])));
  return new Map(
    [...Map.groupBy(rows, ({ enrolmentId }) => enrolmentId ?? '')].map(([id, charges]) => [
      id,
      charges.flatMap(({ row, accountNo }) =>
        isToTransfer(row) ? [{ reference: row.reference, account: accountReference(row.club, accountNo), cents: restOf(row) }] : [],
      ),
    ]),
  );
}
