import { once } from '#shared/once.ts';

const zone = 'Europe/Berlin';
const dateTime = once(() => new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }));
const date = once(() => new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: zone }));

const day = once(
  () => new Intl.DateTimeFormat('de-DE', { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric', timeZone: zone }),
);
const time = once(() => new Intl.DateTimeFormat('de-DE', { timeStyle: 'short', timeZone: zone }));

/** The day of an instant with its weekday: Mo., 23.11.2026. */
export function formatDay(instant: string): string {
  return day().format(new Date(instant));
}

/** The time of an instant in Berlin: 18:30. */
export function formatTime(instant: string): string {
  return time().format(new Date(instant));
}

/** An instant as people write it, in Berlin time: 21.11.2026, 18:30. A dash for none. */
export function formatDateTime(instant: string | null): string {
  return instant ? dateTime().format(new Date(instant)) : '–';
}

/** The day of an instant in Berlin: 21.11.2026. A dash for none. */
export function formatDate(instant: string | null): string {
  return instant ? date().format(new Date(instant)) : '–';
}

const sizes = [
  { unit: 'GB', bytes: 1024 ** 3 },
  { unit: 'MB', bytes: 1024 ** 2 },
  { unit: 'KB', bytes: 1024 },
] as const;
const oneDigit = once(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }));

/** A number of bytes as people write it: 1,4 MB. */
export function formatBytes(bytes: number): string {
  const size = sizes.find((one) => bytes >= one.bytes);
  return size ? `${oneDigit().format(bytes / size.bytes)} ${size.unit}` : `${bytes} Byte`;
}

/** How long something still takes, in whole words that do not jump: noch 20 Sekunden, noch 3 Minuten. */
export function formatRemaining(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return seconds === 1 ? 'noch 1 Sekunde' : `noch ${seconds} Sekunden`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'noch 1 Minute' : `noch ${minutes} Minuten`;
}

/** Minutes as hours that people write: 90 → 1,5. */
export function formatHours(minutes: number): string {
  return (minutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 2 });
}
