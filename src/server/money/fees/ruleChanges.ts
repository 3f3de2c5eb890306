import type { ClubName } from '#shared/kernel/clubs.ts';
import { firstDayOf, lastDayOf, monthOf } from '#shared/money/fees/feeMonths.ts';
import type { FeeLine } from '#shared/money/fees/feeTypes.ts';
import type { RuleChange } from '#shared/money/fees/fees.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { computeFees } from './facts.ts';

const monthsAhead = 12;
const atMost = 300;

/** A line of a member to which a different base fee rule applies than to the line before it. */
export type LineChange = { before: FeeLine; line: FeeLine };

/** The members to whom a different base fee rule will apply within twelve months, mostly because of age or of leaving a family. */
export async function ruleChanges(tx: Transaction, club: ClubName): Promise<RuleChange[]> {
  return (await lineChanges(tx, club))
    .map(({ before, line: { memberId, name, from, label, fullCents } }) => ({
      memberId,
      name,
      from,
      oldLabel: before.label,
      oldCents: before.fullCents,
      newLabel: label,
      newCents: fullCents,
    }))
    .toSorted((one, other) => one.from.localeCompare(other.from) || compareNames(one.name, other.name))
    .slice(0, atMost);
}

/** The same as computed lines, unsorted. */
export async function lineChanges(tx: Transaction, club: ClubName): Promise<LineChange[]> {
  const month = monthOf(today());
  const period = { from: firstDayOf(month), to: lastDayOf(month + monthsAhead) };
  const { lines } = await computeFees(tx, club, period);
  const base = lines.filter(({ slot, change }) => slot === 'base' && change !== 'gone');
  return [...Map.groupBy(base, ({ memberId }) => memberId).values()].flatMap((some) =>
    changesOf(some.toSorted((one, other) => one.from.localeCompare(other.from))),
  );
}

function changesOf(lines: readonly FeeLine[]): LineChange[] {
  return lines.flatMap((line, at) => {
    const before = lines[at - 1];
    return before && before.ruleId !== line.ruleId && line.from >= today() ? [{ before, line }] : [];
  });
}
