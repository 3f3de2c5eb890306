import { weekdayNames } from './calendar.ts';

/** A weekly time in words: "montags 16:30–17:30 Uhr". */
export function slotInWords({ weekday, startTime, endTime }: { weekday: number; startTime: string; endTime: string }): string {
  return `${(weekdayNames[weekday - 1] ?? '').toLowerCase()}s ${startTime.slice(0, 5)}–${endTime.slice(0, 5)} Uhr`;
}
