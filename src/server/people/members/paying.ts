import type { ClubName } from '#shared/kernel/clubs.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Pair } from './record.ts';

/** Port of members to families (implementation passed in endpoints.ts). */
export type PayingTogether = {
  /** The family that a member belongs to today or later, with its payer. */
  familyOf: (tx: Transaction, memberId: string) => Promise<FamilyPayer | undefined>;
  /** Of all persons of a club who belong to a family today or later. */
  payersOf: (tx: Transaction, club: ClubName) => Promise<ReadonlyMap<string, FamilyPayer>>;
};

export type FamilyPayer = { name: string; payerPersonId: string; payer: string };

/** Who pays together has one payer: a form of one member cannot name another. */
export async function refuseOtherThanFamily(
  tx: Transaction,
  { member }: Pair,
  { payerPersonId }: { payerPersonId?: string | null },
  { familyOf }: PayingTogether,
): Promise<void> {
  if (payerPersonId === undefined || payerPersonId === (member.payerPersonId === member.personId ? null : member.payerPersonId)) return;
  const family = await familyOf(tx, member.id);
  if (!family || family.payerPersonId === (payerPersonId ?? member.personId)) return;
  throw fieldProblem(
    'payerPersonId',
    `Für die Familie „${family.name}“ zahlt ${family.payer}. Wer für sie zahlt und wer dazugehört, ändern Sie unter „Beiträge“, „Familien“.`,
  );
}
