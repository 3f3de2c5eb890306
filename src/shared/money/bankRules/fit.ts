import { withoutUmlauts } from '../bankText.ts';

/** Whether a rule looks at money that came, or at money that went. */
export const bankDirections = ['in', 'out'] as const;

/** The conditions of a rule. Empty words and null sums match every line. */
export type BankConditions = {
  direction: (typeof bankDirections)[number];
  nameContains: string;
  purposeContains: string;
  /** The least and the greatest sum in cents, whether it came or went. */
  centsFrom: number | null;
  centsTo: number | null;
};

/** A line as a rule reads it; `cents` are negative where money was paid out. */
export type SeenLine = { name: string; purpose: string; cents: number };

/** Whether a line matches a rule. Case, umlauts and the spaces of banks do not count. */
export function fits({ direction, nameContains, purposeContains, centsFrom, centsTo }: BankConditions, line: SeenLine): boolean {
  const cents = Math.abs(line.cents);
  return (
    (direction === 'in') === line.cents > 0 &&
    squeezed(line.name).includes(squeezed(nameContains)) &&
    squeezed(line.purpose).includes(squeezed(purposeContains)) &&
    cents >= (centsFrom ?? 0) &&
    cents <= (centsTo ?? Infinity)
  );
}

/** Whether two purposes are the same words as different files write them: one holds the other. */
export function isSamePurpose(one: string, other: string): boolean {
  const [short = '', long = ''] = [squeezed(one), squeezed(other)].toSorted((a, b) => a.length - b.length);
  return short.length >= 6 && long.includes(short);
}

/** Banks break purposes into lines and join them with or without spaces. */
function squeezed(text: string): string {
  return withoutUmlauts(text).replaceAll(/\s/g, '');
}
