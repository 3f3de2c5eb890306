/** The data of a bank transfer for a GiroCode. */
export type Transfer = { name: string; iban: string; cents: number; reference: string };

/**
 * The payload of a GiroCode (EPC069-12, version 002), from which a banking app fills in a transfer. Undefined if the
 * sum is outside 0.01 to 999,999,999.99 €.
 */
export function giroCode({ name, iban, cents, reference }: Transfer): string | undefined {
  if (cents < 1 || cents > 99_999_999_999) return undefined;
  const sum = `EUR${(cents / 100).toFixed(2)}`;
  return ['BCD', '002', '1', 'SCT', '', plain(name, 70), iban.replaceAll(/\s/g, ''), sum, '', '', plain(reference, 140)].join('\n');
}

/** A single line, since a line break would start the next field. */
function plain(text: string, atMost: number): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, atMost);
}
