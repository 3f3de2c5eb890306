import { and, eq, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeLine } from '#shared/money/fees/feeTypes.ts';
import type { MemberMethod } from '#shared/money/fees/feeWords.ts';
import { careNote } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { sepaMandate } from '../mandates/table.ts';
import { agreedMethods } from './agreed.ts';

export type MethodOf = (line: Pick<FeeLine, 'memberId' | 'personId' | 'payerId'>) => 'sepa' | MemberMethod;

/** The payment method of a fee: as agreed with the member, by the office, by a mandate for the person or for all, or by transfer. */
export async function methods(tx: Transaction, club: ClubName): Promise<MethodOf> {
  const mandates = await tx
    .select({ payerId: sepaMandate.payerPersonId, forId: sepaMandate.forPersonId })
    .from(sepaMandate)
    .where(
      and(eq(sepaMandate.club, club), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent'), sql`not ${sepaMandate.isPaused}`),
    );
  const covered = new Set(mandates.map(({ payerId, forId }) => `${payerId} ${forId ?? ''}`));
  const offices = await tx
    .select({ id: careNote.personId })
    .from(careNote)
    .where(sql`${careNote.butReference} <> ''`);
  const helped = new Set(offices.map(({ id }) => id));
  const agreed = await agreedMethods(tx, club);
  return ({ memberId, personId, payerId }) => {
    const method = agreed.get(memberId);
    if (method) return method;
    if (helped.has(personId)) return 'but';
    return covered.has(`${payerId} `) || covered.has(`${payerId} ${personId}`) ? 'sepa' : 'transfer';
  };
}
