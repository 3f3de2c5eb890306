import { withoutUmlauts } from '../bankText.ts';

/** Whether a rule matches incoming or outgoing money. */
export const bankDirections = ['in', 'out'] as const;

/** The conditions of a rule. Empty words and null sums match every line, an empty account every account. */
export type BankConditions = {
  direction: (typeof bankDirections)[number];
  nameContains: string;
  purposeContains: string;
  /** The keyed hash of the account on the other side. */
  accountKey: string;
  /** The minimum and maximum of the absolute sum in cents. */
  centsFrom: number | null;
  centsTo: number | null;
};

/** The fields of a line that rules read; `cents` are negative for outgoing money. */
export type SeenLine = { name: string; purpose: string; cents: number; accountKey: string };

/** Whether a line matches a rule, ignoring case, umlaut spelling and spaces. */
export function fits(
  { direction, nameContains, purposeContains, accountKey, centsFrom, centsTo }: BankConditions,
  line: SeenLine,
): boolean {
  const cents = Math.abs(line.cents);
  return (
    (direction === 'in') === line.cents > 0 &&
    (accountKey === '' || accountKey === line.accountKey) &&
    squeezed(line.name).includes(squeezed(nameContains)) &&
    squeezed(line.purpose).includes(squeezed(purposeContains)) &&
    cents >= (centsFrom ?? 0) &&
    cents <= (centsTo ?? Infinity)
  );
}

/** Whether two purposes are the same in different file formats: one contains the other. */
export function isSamePurpose(one: string, other: string): boolean {
  const [short = '', long = ''] = [squeezed(one), squeezed(other)].toSorted((a, b) => a.length - b.length);
  return short.length >= 6 && long.includes(short);
}

/** Banks break purposes into lines and join them with or without spaces. */
function squeezed(text: string): string {
  return withoutUmlauts(text).replaceAll(/\s/g, '');
}
