import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/people/persons/service.ts';
import { sepaMandate } from '#server/people/members/table.ts';

type Account = { club: ClubName; payerPersonId: string; iban: string; accountHolder: string };

/**
 * Writes down that somebody lets the club collect from an account. The same account goes on under its old reference;
 * another one is a new mandate, and the old one ends.
 */
export async function signMandate(tx: Transaction, { club, payerPersonId, iban, accountHolder }: Account): Promise<void> {
  const active = and(eq(sepaMandate.payerPersonId, payerPersonId), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent'));
  const [present] = await tx.select().from(sepaMandate).where(active).for('update');
  if (present?.iban === iban && present.accountHolder === accountHolder) return;
  if (present)
    await tx
      .update(sepaMandate)
      .set({ state: 'revoked', version: present.version + 1 })
      .where(eq(sepaMandate.id, present.id));
  const id = randomUUID();
  // At most 35 characters of the SEPA set (domain.md 4).
  const reference = `${club}-${today().replaceAll('-', '')}-${id.slice(0, 8).toUpperCase()}`;
  await tx.insert(sepaMandate).values({ id, club, payerPersonId, reference, signedOn: today(), iban, accountHolder });
}

/** The account from which a person's fees are collected now. */
export async function readMandate(tx: Transaction, payerPersonId: string): Promise<{ iban: string; accountHolder: string } | undefined> {
  const [row] = await tx
    .select({ iban: sepaMandate.iban, accountHolder: sepaMandate.accountHolder })
    .from(sepaMandate)
    .where(and(eq(sepaMandate.payerPersonId, payerPersonId), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent')));
  return row;
}
