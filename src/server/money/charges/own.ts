import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { readParameter } from '#server/club/config/service.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge } from './table.ts';

/** What is owed and was paid by and for everybody for whom a user may act: what is open first, by its day. */
export async function myCharges(tx: Transaction, userId: string): Promise<OwnCharge[]> {
  const ids = (await ownPeople(tx, userId)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const isOpen = sql`${charge.state} in ${oneOf(chargeSets.owed)}`;
  const rows = await tx
    .select({ row: charge, firstname: person.firstname, lastname: person.lastname })
    .from(charge)
    // Whoever pays may not know the person: then the name stays away.
    .leftJoin(person, eq(person.id, charge.personId))
    .where(and(or(inArray(charge.personId, ids), inArray(charge.payerPersonId, ids)), notInArray(charge.state, [...chargeSets.hidden])))
    .orderBy(sql`${isOpen} desc`, sql`case when ${isOpen} then ${charge.dueOn} end`, sql`${charge.dueOn} desc`, charge.id)
    .limit(100);
  const accounts = await accountsOf(tx, new Set(rows.map(({ row }) => row.club)));
  return rows.map(({ row, firstname, lastname }) => ({
    id: row.id,
    reference: row.reference,
    club: row.club,
    name: [firstname, lastname].filter(Boolean).join(' '),
    label: row.label,
    cents: row.cents,
    dueOn: row.dueOn,
    method: row.method,
    state: row.state,
    paidOn: row.paidOn,
    account: accounts.get(row.club) ?? null,
  }));
}

async function accountsOf(tx: Transaction, clubs: ReadonlySet<ClubName>): Promise<Map<ClubName, { name: string; iban: string }>> {
  const accounts = new Map<ClubName, { name: string; iban: string }>();
  for (const club of clubs) {
    const iban = await readParameter(tx, `sepa.${club}.iban`);
    const name = await readParameter(tx, `sepa.${club}.creditorName`);
    if (iban && name) accounts.set(club, { name, iban });
  }
  return accounts;
}
