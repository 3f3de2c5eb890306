/** Unit-minutes as hours with one decimal. */
export function hoursOf(partMinutes: number): string {
  return (partMinutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 1 });
}
