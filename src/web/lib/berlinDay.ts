const offset = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' });

/** The instant at which a day (YYYY-MM-DD) begins in Berlin, wherever the browser stands. */
export function startOfDay(day: string): string {
  // The clocks change at 01:00 UTC, so midnight UTC and midnight in Berlin share one offset.
  const parts = offset.formatToParts(new Date(`${day}T00:00:00Z`));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return new Date(`${day}T00:00:00${zone || 'Z'}`).toISOString();
}

/** The last instant of a day (YYYY-MM-DD) in Berlin. */
export function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return new Date(Date.parse(startOfDay(next.toISOString().slice(0, 10))) - 1).toISOString();
}

/** The day that it is in Berlin now, as YYYY-MM-DD. */
export function today(): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
}
