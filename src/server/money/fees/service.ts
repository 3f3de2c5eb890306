import { addMonths } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { isValidOn } from '#shared/money/fees/feeChoice.ts';
import { feeGaps } from '#shared/money/fees/feeGaps.ts';
import { feeRhythmNames } from '#shared/money/fees/feeWords.ts';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { rulesOf } from './facts.ts';
import { feeRule } from './table.ts';

/** The number of fee rules that refer to departments. */
export const feesOfDepartments: DepartmentUse = {
  words: ['Beitragsregel', 'Beitragsregeln'],
  count: (tx, departmentIds) => countByDepartment(tx, feeRule, departmentIds),
};

/** What membership in departments costs today, in words, in the order of the rules; with its name where there are several. */
export async function departmentFees(tx: Transaction, club: ClubName, departmentIds: readonly string[]): Promise<Map<string, string[]>> {
  const rules = (await rulesOf(tx, club)).filter((one) => one.layer === 'department' && isValidOn(one, today()));
  const byDepartment = Map.groupBy(rules, ({ departmentId }) => departmentId ?? '');
  return new Map(
    departmentIds.flatMap((id): [string, string[]][] => {
      const own = byDepartment.get(id) ?? [];
      const words = own.map(({ name, cents, rhythm }) => `${own.length > 1 ? `${name}: ` : ''}${euros(cents)} ${feeRhythmNames[rhythm]}`);
      return own.length > 0 ? [[id, words]] : [];
    }),
  );
}

export { payingTogether } from './families.ts';
export { feeTermsOfLists } from './importing.ts';
export { announceFees } from './reminders.ts';

/** How many gaps the base fees of a club have in the next twelve months, as the page of the rules tells them. */
export async function countFeeGaps(tx: Transaction, club: ClubName): Promise<number> {
  return feeGaps(await rulesOf(tx, club), { from: today(), to: addMonths(today(), 12) }).length;
}
