/** What a transfer needs to be filled in by a bank's app. */
export type Transfer = { name: string; iban: string; cents: number; reference: string };

/**
 * The text of a GiroCode (EPC069-12, version 002): a bank's app that reads it fills in the transfer. Undefined for a sum that
 * the code cannot hold: nothing, or a milliard and more.
 */
export function giroCode({ name, iban, cents, reference }: Transfer): string | undefined {
  if (cents < 1 || cents > 99_999_999_999) return undefined;
  const sum = `EUR${(cents / 100).toFixed(2)}`;
  return ['BCD', '002', '1', 'SCT', '', plain(name, 70), iban.replaceAll(/\s/g, ''), sum, '', '', plain(reference, 140)].join('\n');
}

/** One line: a break would begin the next field. */
function plain(text: string, atMost: number): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, atMost);
}
