/** A text in lower case, its umlauts written out as banks do. */
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

/** A heading without case, umlauts and signs: "Begünstigter/Zahlungspflichtiger" and "Beguenstigter/Zahlungspflichtiger" are one. */
export function bareHeading(heading: string): string {
  return withoutUmlauts(heading).replaceAll(/[^a-z0-9]/g, '');
}
