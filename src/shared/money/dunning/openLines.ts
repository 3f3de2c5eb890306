import { withoutUmlauts } from '../bankText.ts';

/** A bank line that is not assigned to an account yet. */
export type OpenLine = {
  bookedOn: string;
  cents: number;
  /** Payer and purpose, as `plain` normalises them. */ name: string;
  purpose: string;
};

/** Normalises a text for comparison with bank texts: lower case without accents, umlauts written out, punctuation as one space. */
export function plain(text: string): string {
  return ` ${withoutUmlauts(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;
}

/**
 * The bank line by which a payer may have paid: it contains one of their references, or their first and last name. A payer with such an
 * unassigned line gets no dunning notice.
 */
export function lineOf({ name, references }: { name: string; references: readonly string[] }, lines: readonly OpenLine[]): OpenLine | null {
  const words = plain(name).trim().split(' ');
  const named = references.map(plain);
  const isTheirs = (line: OpenLine) =>
    named.some((reference) => line.purpose.includes(reference)) || words.every((word) => line.name.includes(` ${word} `));
  return lines.find(isTheirs) ?? null;
}
