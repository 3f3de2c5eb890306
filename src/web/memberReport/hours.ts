/** Minutes as hours that people write: 90 → 1,5. */
export function hours(minutes: number): string {
  return (minutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 2 });
}
