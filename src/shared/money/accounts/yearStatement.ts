import type { AccountEntry } from '../payments.ts';

/** The number of years, including the current one, for which statements are available; all their entries are in the account. */
export const statementYears = 6;

/** The statement of an account for one year: the opening balance, the movements, and the closing balance. */
export function yearStatement(entries: readonly AccountEntry[], year: number) {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const startCents = entries.findLast(({ day }) => day < first)?.balanceCents ?? startOf(entries);
  const lines = entries.filter(({ day }) => day >= first && day <= last);
  return { startCents, lines, endCents: lines.at(-1)?.balanceCents ?? startCents };
}

/** If older entries are omitted, the first one present gives the balance before it. */
function startOf([first]: readonly AccountEntry[]): number {
  return first ? first.balanceCents - first.chargedCents + first.paidCents : 0;
}
