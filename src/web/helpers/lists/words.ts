import { dayInWords, localOf } from '#shared/kernel/calendar.ts';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';
import { compareNames } from '#shared/kernel/fullName.ts';

export type Order = 'time' | 'area' | 'gaps';

const byTime = (one: ShiftView, other: ShiftView) => one.startsAt.localeCompare(other.startsAt) || compareNames(one.area, other.area);

/** How a list's shifts are grouped: by hour, by area, or understaffed first. */
export const orders: {
  readonly [order in Order]: {
    label: string;
    compare: (one: ShiftView, other: ShiftView) => number;
    groupOf: (shift: ShiftView) => string;
  };
} = {
  time: { label: 'Nach Zeit', compare: byTime, groupOf: ({ startsAt }) => dayInWords(localOf(new Date(startsAt)).date) },
  area: {
    label: 'Nach Bereich',
    compare: (one, other) => compareNames(one.area, other.area) || byTime(one, other),
    groupOf: ({ area }) => area || 'Ohne Bereich',
  },
  gaps: {
    label: 'Lücken zuerst',
    compare: (one, other) => gapOf(other) - gapOf(one) || byTime(one, other),
    groupOf: (shift) => (gapOf(shift) > 0 ? 'Es fehlt noch jemand' : 'Besetzt'),
  },
};

/** The default credit of a shift in minutes. */
export function creditOf({ creditMinutes, startsAt, endsAt }: ShiftView): number {
  return creditMinutes ?? Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
}

function gapOf({ needed, filled }: ShiftView): number {
  return Math.max(0, needed - filled);
}
