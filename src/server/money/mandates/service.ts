import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/database/database.ts';
import type { MandateAccount, Mandates } from '#server/people/members/service.ts';
import { sepaMandate } from './table.ts';
import { today } from '#server/platform/process/clock.ts';

/**
 * Writes down that somebody lets the club collect from an account. The same account goes on under its old reference;
 * another one is a new mandate, and the old one ends.
 */
async function signMandate(tx: Transaction, { club, payerPersonId, iban, accountHolder }: MandateAccount): Promise<void> {
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
async function readMandate(tx: Transaction, payerPersonId: string): Promise<{ iban: string; accountHolder: string } | undefined> {
  const [row] = await tx
    .select({ iban: sepaMandate.iban, accountHolder: sepaMandate.accountHolder })
    .from(sepaMandate)
    .where(and(eq(sepaMandate.payerPersonId, payerPersonId), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent')));
  return row;
}

/** What members and their requests may do with mandates. */
export const mandates: Mandates = { sign: signMandate, read: readMandate };
