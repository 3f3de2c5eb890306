import { and, eq, inArray, sql } from 'drizzle-orm';
import { compareNames, fullName } from '#shared/kernel/fullName.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Payment } from '#shared/money/mandates.ts';
import type { WithoutMandate } from '#shared/money/payerLists.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { membersOf, payerOf, paidMembers } from '#server/people/members/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { charge } from '../charges/table.ts';
import { mandatesOf } from './rows.ts';
import { sepaMandate } from './table.ts';

type PersonRow = typeof person.$inferSelect;

/** The payer of a person of a club, and the mandates; with `asPayer`, those of what the person pays. */
export async function paymentOf(tx: Transaction, of: PersonRow, asPayer: boolean): Promise<Payment> {
  const payer = asPayer ? { personId: of.id, name: fullName(of) } : await payerOf(tx, of.id, today());
  const id = payer.personId;
  const open = await tx
    .select({
      personId: sql<string>`${charge.personId}`,
      count: sql<number>`count(*)::int`,
      cents: sql<number>`sum(${charge.cents} - ${charge.settledCents})::int`,
    })
    .from(charge)
    .where(waitsForTransfer(id))
    .groupBy(charge.personId);
  return {
    payer: { id, name: payer.name },
    isOwn: id === of.id,
    mandates: await mandatesOf(tx, id),
    paysFor: (await paidMembers(tx, of.club, today(), id)).map(({ personId, name }) => ({ id: personId, name })),
    reference: await freeReference(tx, of.club, id),
    open,
  };
}

/** Open transfers of a payer that could be collected. */
function waitsForTransfer(payerPersonId: string) {
  return and(eq(charge.payerPersonId, payerPersonId), eq(charge.state, 'open'), eq(charge.method, 'transfer'), sql`${charge.cents} > 0`);
}

/** The payers of today's members without a mandate, neither their own nor for all their members. */
export async function withoutMandate(tx: Transaction, club: ClubName, search: string): Promise<WithoutMandate[]> {
  const paid = await paidMembers(tx, club, today());
  const byPayer = Map.groupBy(paid, ({ payerId }) => payerId);
  const covered = await tx
    .select({ payerId: sepaMandate.payerPersonId, forId: sepaMandate.forPersonId })
    .from(sepaMandate)
    .where(and(eq(sepaMandate.club, club), inArray(sepaMandate.state, mandateSets.present), eq(sepaMandate.kind, 'recurrent')));
  const general = new Set(covered.filter(({ forId }) => forId === null).map(({ payerId }) => payerId));
  const special = new Set(covered.map(({ payerId, forId }) => `${payerId} ${forId ?? ''}`));
  const wanted = search.toLowerCase();
  return [...byPayer]
    .filter(([payerId, of]) => !general.has(payerId) && of.some(({ personId }) => !special.has(`${payerId} ${personId}`)))
    .map(([personId, of]) => ({ personId, name: of[0]?.payerName ?? '', members: of.length }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((one, other) => compareNames(one.name, other.name))
    .slice(0, 2000);
}

/** A free reference: the club, the member's number and the count of mandates. */
async function freeReference(tx: Transaction, club: ClubName, payerPersonId: string): Promise<string> {
  const number = (await membersOf(tx, [payerPersonId])).get(payerPersonId)?.memberNo ?? `P${payerPersonId.slice(0, 8).toUpperCase()}`;
  // A member number may contain characters that banks do not accept.
  const stem = `${club}-${number.replaceAll(/[^A-Za-z0-9.-]/g, '').slice(0, 20)}`;
  const taken = await tx
    .select({ reference: sepaMandate.reference })
    .from(sepaMandate)
    .where(and(eq(sepaMandate.club, club), sql`starts_with(${sepaMandate.reference}, ${stem})`));
  const all = new Set(taken.map(({ reference }) => reference));
  for (let no = 1; ; no++) {
    const reference = `${stem}-${String(no).padStart(2, '0')}`;
    if (!all.has(reference)) return reference;
  }
}
