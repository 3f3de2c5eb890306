import { useMemo } from 'react';
import { z } from 'zod';
import { ageGroups, bookingKinds, bookingSets, type BookingState } from '#shared/halls/bookingStates.ts';
import type { Booking } from './queries.ts';

/** The state of a planned hour: confirmed, requested, or released. */
export const plannedWays = ['promised', 'waiting', 'free'] as const;
const statesOf: { readonly [way in (typeof plannedWays)[number]]: readonly BookingState[] } = {
  promised: bookingSets.blocking,
  waiting: bookingSets.waiting,
  free: ['released'],
};

/** The filters of a plan in the URL; hidden holders are a list. */
export const planFilters = {
  kind: z.enum(bookingKinds).optional(),
  age: z.enum(ageGroups).optional(),
  way: z.enum(plannedWays).optional(),
  department: z.uuid().optional(),
  search: z.string().max(100).optional(),
  hide: z.string().max(1000).optional(),
  zoom: z.enum(['small', 'large']).optional(),
};
export type PlanFilters = z.output<z.ZodObject<typeof planFilters>>;

const between = '|';

/** The hidden holders. */
export function hiddenIn({ hide = '' }: Pick<PlanFilters, 'hide'>): string[] {
  return hide.split(between).filter(Boolean);
}

/** Toggles one hidden holder. */
export function toggleHolder(filters: Pick<PlanFilters, 'hide'>, holder: string): string {
  const hidden = hiddenIn(filters);
  return (hidden.includes(holder) ? hidden.filter((one) => one !== holder) : [...hidden, holder]).join(between);
}

/** Whether a booking matches the filters. The kind of another club's booking may be unknown; then it does not match a filter by kind. */
export function useShown({ kind, age, way, department, search = '', hide }: PlanFilters): (booking: Booking) => boolean {
  return useMemo(() => {
    const hidden = new Set(hiddenIn({ hide }));
    const looked = search.trim().toLowerCase();
    return (one) =>
      !hidden.has(one.holder) &&
      (kind === undefined || one.kind === kind) &&
      (age === undefined || one.ageGroup === age) &&
      (way === undefined || statesOf[way].includes(one.state)) &&
      (department === undefined || one.departmentId === department) &&
      (looked === '' || `${one.holder} ${one.title ?? ''}`.toLowerCase().includes(looked));
  }, [kind, age, way, department, search, hide]);
}
