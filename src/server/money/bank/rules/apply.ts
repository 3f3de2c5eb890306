import { openLinesAtMost } from '#shared/money/bankLines.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { bookingDay, closedUntil } from '../../books/closing.ts';
import { accountOf } from '../../payments/accounts.ts';
import { bookPayment } from '../../payments/actions.ts';
import { addEntry } from '../../entries/write.ts';
import { matchLines } from '../bankMatch.ts';
import { decide, lineOf, lockBank, openLines, type LineRow } from '../keep.ts';
import type { RuleRow } from './read.ts';

type Chosen = {
  /** Applied without review: lines in a closed period stay open. */ isAutomatic: boolean;
  /** Filters the lines that match a rule. */ isWanted: (row: LineRow, rule: RuleRow) => boolean;
  by: (rule: RuleRow) => string;
};

/** Applies rules to open lines; selected lines of a closed period are booked today. Returns the number of decided lines by rule name. */
export async function applyRules(tx: Transaction, club: ClubName, { isAutomatic, isWanted, by }: Chosen): Promise<Map<string, number>> {
  await lockBank(tx, club);
  const rows = await openLines(tx, club, openLinesAtMost);
  const verdicts = await matchLines(tx, club, rows.map(lineOf));
  const closed = await closedUntil(tx, club);
  const counts = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const rule = verdicts[at]?.rule;
    if (!rule || !isWanted(row, rule) || (isAutomatic && isClosed(row.bookedOn, closed))) continue;
    await applyRule(tx, { ...row, bookedOn: bookingDay(row.bookedOn, closed) }, rule, by(rule));
    counts.set(rule.name, (counts.get(rule.name) ?? 0) + 1);
  }
  return counts;
}

async function applyRule(tx: Transaction, row: LineRow, { category, sphere, reason, payerId }: RuleRow, by: string): Promise<void> {
  const { club, id: bankLineId, cents, bookedOn, name, purpose } = row;
  if (payerId) {
    const { reference } = await accountOf(tx, club, payerId);
    await decide(tx, row, { state: 'done', references: [reference] }, by);
    await bookPayment(tx, { club, payerId, cents, bookedOn, kind: 'transfer', note: '', bankLineId }, by);
    return;
  }
  if (!category || !sphere) {
    await decide(tx, row, { state: 'ignored', reason }, by);
    return;
  }
  const { label } = categoryOf(category);
  await decide(tx, row, { state: 'done', references: [label] }, by);
  const text = [name, purpose].filter(Boolean).join(', ').slice(0, 200) || label;
  await addEntry(tx, { club, account: 'bank', bankLineId, bookedOn, cents, category, sphere, text, createdBy: by });
}

/** The text for the audit log. */
export function rulesInWords(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
}

/** The total number of decided lines. */
export function countOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
