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
