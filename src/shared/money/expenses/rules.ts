import { addDays, addMonths, type LocalDate } from '#shared/kernel/calendar.ts';
import { categoriesOf, categoryOf, type EntryCategory } from '#shared/money/entries/words.ts';

/** An expense above this amount is decided by the board only, in cents. */
export const headAtMostCents = 20_000;

/** The largest amount of an expense, in cents. */
export const expenseAtMostCents = 1_000_000;

/** The longest distance of an expense, in km. */
export const expenseAtMostKm = 5000;

/** How many vouchers an expense has at most; without km it needs one. */
export const vouchersAtMost = 5;

/** For how many months after the approval the reimbursement can be waived for a donation (§ 10 Abs. 3 EStG). */
const waiverMonths = 3;

/** For how long an expense can be submitted, in months. */
const submissionMonths = 36;

/** The last day on which an expense approved on a day can be waived. */
export function waivableUntil(approvedOn: LocalDate): LocalDate {
  return addMonths(approvedOn, waiverMonths);
}

/** The first day of an expense that can be submitted today. */
export function submittableFrom(today: LocalDate): LocalDate {
  return addDays(addMonths(today, -submissionMonths), 1);
}

/** The ledger categories of expenses: all spending but transfers between the club's own accounts. */
export const expenseCategories: readonly EntryCategory[] = categoriesOf('out').filter((name) => !categoryOf(name).transfer);

/** The usual ledger category of an expense. */
export function usualCategory({ km }: { km: number | null }): EntryCategory {
  return km === null ? 'material' : 'travel';
}
