import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import type { MandateAccount, Mandates } from '#server/people/members/service.ts';
import { today } from '#server/platform/process/clock.ts';
import { importing } from './importing.ts';
import { lapsesOn } from './rows.ts';
export { leftPayers } from './leftPayers.ts';
export { isLapsing } from './rows.ts';
import { sepaMandate } from './table.ts';
import { onlineReference } from './write.ts';

/**
 * Creates a mandate for an account. The same account keeps its mandate and reference;
 * another one gets a new mandate, and the old one ends.
 */
async function signMandate(tx: Transaction, { club, payerPersonId, iban, accountHolder }: MandateAccount): Promise<void> {
  const [present] = await tx.select().from(sepaMandate).where(generalOf(payerPersonId)).for('update');
  if (present?.iban === iban && present.accountHolder === accountHolder) return;
  if (present)
    await tx
      .update(sepaMandate)
      .set({ state: 'revoked', endedOn: today(), endReason: 'replaced', version: present.version + 1 })
      .where(eq(sepaMandate.id, present.id));
  const reference = onlineReference(club);
  await tx
    .insert(sepaMandate)
    .values({ id: randomUUID(), club, payerPersonId, reference, signedOn: today(), iban, accountHolder, origin: 'online' });
}

/** The account from which a person's fees are collected now. */
async function readMandate(tx: Transaction, payerPersonId: string): Promise<{ iban: string; accountHolder: string } | undefined> {
  const [row] = await tx
    .select({ iban: sepaMandate.iban, accountHolder: sepaMandate.accountHolder })
    .from(sepaMandate)
    .where(generalOf(payerPersonId));
  return row;
}

/** The valid recurrent mandate for everybody somebody pays for. */
function generalOf(payerPersonId: string) {
  return and(
    eq(sepaMandate.payerPersonId, payerPersonId),
    isNull(sepaMandate.forPersonId),
    eq(sepaMandate.state, 'active'),
    eq(sepaMandate.kind, 'recurrent'),
  );
}

/** Ends mandates that were not used for 36 months; runs as a nightly job. */
export async function expireMandates({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.write(
    everyClub,
    async (write) => {
      const rows = await write.tx
        .update(sepaMandate)
        .set({ state: 'expired', endedOn: today(), endReason: 'lapsed', version: sql`${sepaMandate.version} + 1` })
        .where(and(eq(sepaMandate.state, 'active'), sql`${lapsesOn} < ${today()}::date`))
        .returning({ id: sepaMandate.id, club: sepaMandate.club, reference: sepaMandate.reference });
      for (const { id, club, reference } of rows) {
        write.audit('mandates.manage', { club, id }, `Mandat ${reference ?? ''} ist nach 36 Monaten ohne Einzug erloschen`);
        write.changed({ collection: 'mandates', club });
      }
    },
    { name: 'System' },
  );
}

/** The port of members and their requests to mandates. */
export const mandates: Mandates = { sign: signMandate, read: readMandate, ...importing };
