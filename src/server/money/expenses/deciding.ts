import { and, eq, lte, not, sql, type SQL } from 'drizzle-orm';
import { headAtMostCents } from '#shared/money/expenses/rules.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Extent } from '#shared/kernel/rights.ts';
import { department } from '#server/club/departments/table.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { expense } from './table.ts';

/** Who decides on expenses: the board all of their club, a limited viewer those of the departments that they head. */
export type Decider = { userId: string; club: ClubName; extent: Extent | undefined };

/** SQL condition for expenses of the account's own person. */
export function isOwnExpense(userId: string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${actingAccess} where ${actingAccess.userId} = ${userId} and ${actingAccess.relation} = 'self'
    and ${actingAccess.personId} = ${expense.personId})`;
}

/** SQL condition for expenses that a decider may see. */
export function isSeen({ userId, club, extent }: Decider): SQL<boolean> {
  if (extent === undefined) return sql<boolean>`false`;
  if (extent === 'all') return sql<boolean>`${expense.club} = ${club}`;
  return sql<boolean>`${expense.club} = ${club} and exists (select 1 from ${department} join ${actingAccess}
      on ${actingAccess.personId} in (${department.headPersonId}, ${department.deputyPersonId})
    where ${department.id} = ${expense.departmentId} and ${department.endedOn} is null
      and ${actingAccess.userId} = ${userId} and ${actingAccess.relation} = 'self')`;
}

/** SQL condition for expenses that a decider may decide on: those they see, but never their own, and heads only up to a limit. */
export function isDecidedBy(decider: Decider): SQL | undefined {
  const isBoard = decider.extent === 'all';
  return and(isSeen(decider), not(isOwnExpense(decider.userId)), isBoard ? undefined : lte(expense.cents, headAtMostCents));
}

/** SQL condition for submitted expenses that wait for the decider. */
export function isWaitingFor(decider: Decider): SQL | undefined {
  return and(eq(expense.state, 'submitted'), isDecidedBy(decider));
}
