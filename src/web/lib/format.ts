const zone = 'Europe/Berlin';
const dateTime = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
const date = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: zone });

/** An instant as people write it, in Berlin time: 21.11.2026, 18:30. A dash for none. */
export function formatDateTime(instant: string | null): string {
  return instant ? dateTime.format(new Date(instant)) : '–';
}

/** The day of an instant in Berlin: 21.11.2026. A dash for none. */
export function formatDate(instant: string | null): string {
  return instant ? date.format(new Date(instant)) : '–';
}
