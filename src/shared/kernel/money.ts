/** Formats cents in German notation: 12,50 €, with a no-break space. */
export function euros(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  return `${sign}${String(whole).replaceAll(/\B(?=(\d{3})+$)/g, '.')},${String(Math.abs(cents) % 100).padStart(2, '0')}\u00A0€`;
}

/** The sum of some amounts in cents. */
export function sumOfCents(amounts: readonly { cents: number }[]): number {
  return amounts.reduce((sum, { cents }) => sum + cents, 0);
}

/** An amount in German notation, or with two decimals after a point, in cents; undefined for any other text. 1.234 alone is ambiguous. */
export function centsOf(text: string): number | undefined {
  const bare = text.replaceAll(/[\s€]/g, '');
  const german = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(bare);
  const plain = /^(-?)(\d{1,9})\.(\d{2})$/.exec(bare);
  const found = plain ?? german;
  if (!found || (found === german && found[2]?.includes('.') && found[3] === undefined)) return undefined;
  const cents = Number(found[2]?.replaceAll('.', '')) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] ? 0 - cents : cents;
}
