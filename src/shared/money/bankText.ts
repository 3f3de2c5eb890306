/** A text in lower case with umlauts written out, as banks do. */
export function withoutUmlauts(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** A heading without case, umlauts and punctuation: "Begünstigter/Zahlungspflichtiger" equals "Beguenstigter/Zahlungspflichtiger". */
export function bareHeading(heading: string): string {
  return withoutUmlauts(heading).replaceAll(/[^a-z0-9]/g, '');
}
