import { germanDate, localOf, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';

/** The date of an instant with its weekday: Mo., 23.11.2026. */
export function formatDay(instant: string): string {
  const { date } = localOf(new Date(instant));
  return `${weekdayNames[weekdayOf(date) - 1]?.slice(0, 2)}., ${germanDate(date)}`;
}

/** The time of an instant in Berlin: 18:30. */
export function formatTime(instant: string): string {
  return localOf(new Date(instant)).time;
}

/** An instant in Berlin time: 21.11.2026, 18:30. A dash for null. */
export function formatDateTime(instant: string | null): string {
  return instant ? `${formatDate(instant)}, ${formatTime(instant)}` : '–';
}

/** The date of an instant in Berlin: 21.11.2026. A dash for null. */
export function formatDate(instant: string | null): string {
  return instant ? germanDate(localOf(new Date(instant)).date) : '–';
}

const sizes = [
  { unit: 'GB', bytes: 1024 ** 3 },
  { unit: 'MB', bytes: 1024 ** 2 },
  { unit: 'KB', bytes: 1024 },
] as const;
const oneDigit = { maximumFractionDigits: 1 } as const;

/** A file size: 1,4 MB. */
export function formatBytes(bytes: number): string {
  const size = sizes.find((one) => bytes >= one.bytes);
  return size ? `${(bytes / size.bytes).toLocaleString('de-DE', oneDigit)} ${size.unit}` : `${bytes} Byte`;
}

/** A remaining time, rounded so that it does not jump: noch 20 Sekunden, noch 3 Minuten. */
export function formatRemaining(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return seconds === 1 ? 'noch 1 Sekunde' : `noch ${seconds} Sekunden`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'noch 1 Minute' : `noch ${minutes} Minuten`;
}

/** Minutes as decimal hours: 90 → 1,5. */
export function formatHours(minutes: number): string {
  return (minutes / 60).toLocaleString('de-DE', { maximumFractionDigits: 2 });
}
