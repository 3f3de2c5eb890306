import { z } from 'zod';
import { id, localDate } from '#shared/kernel/fields.ts';
import {
  chargeHitches,
  chargeMethodNames,
  chargeMethods,
  chargeOrderNames,
  chargeOrders,
  chargeSourceNames,
  chargeSources,
  listedStateNames,
  listedStates,
  type ChargeOrder,
  type ListedState,
} from '#shared/money/chargeWords.ts';
import { dayFilter } from '#web/ui/filters/dayFilter.tsx';
import type { Filter } from '#web/ui/filters/FilterBar.tsx';
import { namedOptions } from '#web/ui/filters/namedOptions.ts';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';

/** The filters of a list of charges, kept in the URL. */
export const chargeChoice = z.object({
  /** `all` where the default shows only open ones. */
  state: z.enum([...listedStates, 'all']).optional(),
  method: z.enum(chargeMethods).optional(),
  source: z.enum(chargeSources).optional(),
  dueFrom: localDate.optional(),
  dueTo: localDate.optional(),
  courseId: id.optional(),
  departmentId: id.optional(),
  level: z.coerce.number().int().min(0).max(3).optional(),
  hitch: z.enum(chargeHitches).optional(),
  centsFrom: z.coerce.number().int().optional(),
  centsTo: z.coerce.number().int().optional(),
  order: z.enum(chargeOrders).optional(),
  search: z.string().max(100).optional(),
});
type ChargeChoice = z.infer<typeof chargeChoice>;
/** The current filters, and how to change them. */
export type Filtering = { choice: ChargeChoice; onChoose: (change: Partial<ChargeChoice>) => void };

const listed = namedOptions(
  listedStates.filter((state) => state !== 'draft'),
  listedStateNames,
);
const anyState = { value: 'all', label: 'Jeder Status' } as const;
const methods = namedOptions(chargeMethods, chargeMethodNames);
const sources = namedOptions(chargeSources, chargeSourceNames);
const orders = namedOptions(chargeOrders, chargeOrderNames);

/** The defaults of a list of charges. */
export type Usual = { state?: ListedState; order: ChargeOrder };

/** The filters common to all lists of charges: state, payment method, source, due date, and order. */
export function chargeFilters({ choice, onChoose, usual }: Filtering & { usual: Usual }): Filter[] {
  const { state, method, source, dueFrom, dueTo, order } = choice;
  return [
    selectFilter<ListedState | 'all'>({
      label: 'Status',
      placeholder: 'Jeder Status',
      options: usual.state ? [anyState, ...listed] : listed,
      value: state,
      ...(usual.state && { usual: usual.state }),
      onChange: (value) => onChoose({ state: value }),
    }),
    selectFilter({
      label: 'Zahlungsart',
      placeholder: 'Jede Zahlungsart',
      options: methods,
      value: method,
      onChange: (value) => onChoose({ method: value }),
    }),
    selectFilter({
      label: 'Quelle',
      placeholder: 'Jede Quelle',
      options: sources,
      value: source,
      onChange: (value) => onChoose({ source: value }),
    }),
    dayFilter('Fällig ab', dueFrom, (day) => onChoose({ dueFrom: day })),
    dayFilter('Fällig bis', dueTo, (day) => onChoose({ dueTo: day })),
    selectFilter({
      label: 'Reihenfolge',
      options: orders,
      value: order,
      usual: usual.order,
      onChange: (value) => onChoose({ order: value }),
    }),
  ];
}
