import { withoutUmlauts } from '../bankText.ts';

/** Money that came to the bank and stands on nobody's account yet. */
export type OpenLine = {
  bookedOn: string;
  cents: number;
  /** Payer and purpose, as `plain` normalises them. */ name: string;
  purpose: string;
};

/** A text to be compared as banks write it: small letters without accents, umlauts written out, signs as one space. */
export function plain(text: string): string {
  return ` ${withoutUmlauts(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;
}

/**
 * The bank line by which a payer may have paid: it names one of their references, or their first and last name. A payer with such an unassigned line gets no dunning notice.
 */
export function lineOf({ name, references }: { name: string; references: readonly string[] }, lines: readonly OpenLine[]): OpenLine | null {
  const words = plain(name).trim().split(' ');
  const named = references.map(plain);
  const isTheirs = (line: OpenLine) =>
    named.some((reference) => line.purpose.includes(reference)) || words.every((word) => line.name.includes(` ${word} `));
  return lines.find(isTheirs) ?? null;
}
