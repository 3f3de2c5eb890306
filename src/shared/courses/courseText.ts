import { germanDate, weekdayNames } from '#shared/kernel/calendar.ts';

type Slot = { weekday: number; startTime: string; endTime: string; from?: string | undefined; until?: string | undefined };

/** A weekly time in words: "montags 16:30–17:30 Uhr", "dienstags 18:00–19:00 Uhr (ab 18.01.2027)". */
export function slotInWords({ weekday, startTime, endTime, from, until }: Slot): string {
  const bounds = [from && `ab ${germanDate(from)}`, until && `bis ${germanDate(until)}`].filter(Boolean).join(' ');
  const time = `${(weekdayNames[weekday - 1] ?? '').toLowerCase()}s ${startTime.slice(0, 5)}–${endTime.slice(0, 5)} Uhr`;
  return bounds ? `${time} (${bounds})` : time;
}
