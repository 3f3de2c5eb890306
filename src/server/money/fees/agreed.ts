import { and, asc, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeMember } from '#shared/money/fees/feeTypes.ts';
import type { MemberMethod } from '#shared/money/fees/feeWords.ts';
import type { FeeExceptionInput, FeeTermsInput } from '#shared/money/fees/memberFees.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { feeTerms, memberFee } from './table.ts';

export type ExceptionRow = typeof memberFee.$inferSelect;
type Agreed = Pick<FeeMember, 'rhythm' | 'feesFrom' | 'exceptions'>;

/** The agreements with the members of a club by membership, as far as they apply between two days. */
export async function agreedFees(
  tx: Transaction,
  club: ClubName,
  { from, to }: { from: string; to: string },
): Promise<(memberId: string) => Agreed> {
  const terms = await tx.select().from(feeTerms).where(eq(feeTerms.club, club));
  const exceptions = await tx
    .select()
    .from(memberFee)
    .where(and(eq(memberFee.club, club), lte(memberFee.from, to), or(isNull(memberFee.to), gte(memberFee.to, from))))
    .orderBy(asc(memberFee.from), asc(memberFee.id));
  const termsOf = new Map(terms.map((one) => [one.memberId, one]));
  const exceptionsOf = Map.groupBy(exceptions, ({ memberId }) => memberId);
  return (memberId) => ({
    rhythm: termsOf.get(memberId)?.rhythm ?? null,
    feesFrom: termsOf.get(memberId)?.feesFrom ?? null,
    exceptions: exceptionsOf.get(memberId) ?? [],
  });
}

/** The agreed payment methods by membership. */
export async function agreedMethods(tx: Transaction, club: ClubName): Promise<Map<string, MemberMethod>> {
  const rows = await tx
    .select({ memberId: feeTerms.memberId, method: feeTerms.method })
    .from(feeTerms)
    .where(and(eq(feeTerms.club, club), isNotNull(feeTerms.method)));
  return new Map(rows.flatMap(({ memberId, method }) => (method ? [[memberId, method]] : [])));
}

/** The agreements with one member. */
export async function agreedWith(tx: Transaction, memberId: string) {
  const [terms] = await tx.select().from(feeTerms).where(eq(feeTerms.memberId, memberId));
  const exceptions = await tx
    .select()
    .from(memberFee)
    .where(eq(memberFee.memberId, memberId))
    .orderBy(asc(memberFee.from), asc(memberFee.id));
  return { terms, exceptions };
}

type Whom = { club: ClubName; memberId: string };

/** Saves the terms of a member; `version` is 0 for the first ones. Throws for the second of two concurrent writes. */
export async function saveTerms(tx: Transaction, { club, memberId }: Whom, terms: FeeTermsInput, version: number): Promise<void> {
  const saved =
    version === 0
      ? await tx
          .insert(feeTerms)
          .values({ ...terms, club, memberId })
          .onConflictDoNothing()
          .returning({ memberId: feeTerms.memberId })
      : await tx
          .update(feeTerms)
          .set({ ...terms, version: version + 1 })
          .where(and(eq(feeTerms.memberId, memberId), eq(feeTerms.version, version)))
          .returning({ memberId: feeTerms.memberId });
  if (saved.length === 0) throw new Problem('conflict');
}

export async function insertException(tx: Transaction, { club, memberId }: Whom, id: string, input: FeeExceptionInput): Promise<void> {
  await tx
    .insert(memberFee)
    .values({ ...input, id, club, memberId })
    .catch(refuseSecond);
}

/** Changes an exception; throws if its version is outdated. */
export async function changeException(tx: Transaction, row: ExceptionRow, input: FeeExceptionInput): Promise<void> {
  await tx
    .update(memberFee)
    .set({ ...input, version: row.version + 1 })
    .where(eq(memberFee.id, row.id))
    .catch(refuseSecond);
}

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) === 'member_fee_once')
    throw fieldProblem('from', 'In dieser Zeit gilt dafür schon eine andere Ausnahme. Bitte zuerst diese beenden.');
  throw error;
}
