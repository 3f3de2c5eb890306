import type { AccountEntry } from '../payments.ts';

/** What an account says of one year: what was owed before it, what came and went, and what is owed at its end. */
export function yearStatement(entries: readonly AccountEntry[], year: number) {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const startCents = entries.findLast(({ day }) => day < first)?.balanceCents ?? startOf(entries);
  const lines = entries.filter(({ day }) => day >= first && day <= last);
  return { startCents, lines, endCents: lines.at(-1)?.balanceCents ?? startCents };
}

/** Where the older entries are left out, the first one that is there still says what was owed before it. */
function startOf([first]: readonly AccountEntry[]): number {
  return first ? first.balanceCents - first.chargedCents + first.paidCents : 0;
}
