import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
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
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';

/** What a list of charges is narrowed to; it stands in the address. */
export const chargeChoice = z.object({
  /** `all` where a list shows only open ones by itself. */
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
});
type ChargeChoice = z.infer<typeof chargeChoice>;
/** What is chosen, and how to choose otherwise. */
export type Filtering = { choice: ChargeChoice; onChoose: (change: Partial<ChargeChoice>) => void };

const states = listedStates.filter((state) => state !== 'draft');
const stateOptions = states.map((value) => ({ value, label: listedStateNames[value] }));
const methodOptions = chargeMethods.map((value) => ({ value, label: chargeMethodNames[value] }));
const sourceOptions = chargeSources.map((value) => ({ value, label: chargeSourceNames[value] }));
const orderOptions = chargeOrders.map((value) => ({ value, label: chargeOrderNames[value] }));

type ChargeFiltersProps = Filtering & {
  /** What the list shows while nothing is chosen. */ usual: { state?: ListedState; order: ChargeOrder };
  children?: ReactNode;
};

/** Narrows a list of charges by state, way of paying, what it is for and when it is due. */
export function ChargeFilters({ choice, onChoose, usual, children }: ChargeFiltersProps) {
  const { state, method, source, dueFrom, dueTo, order, courseId, departmentId, level, hitch, centsFrom, centsTo } = choice;
  const made = [state, method, source, dueFrom, dueTo, order, courseId, departmentId, level, hitch, centsFrom, centsTo];
  return (
    <FilterFold count={made.filter((one) => one !== undefined).length}>
      <Select
        aria-label="Status"
        placeholder="Jeder Status"
        data={usual.state ? [{ value: 'all', label: 'Jeder Status' }, ...stateOptions] : stateOptions}
        value={state ?? usual.state ?? null}
        onChange={(value) => onChoose({ state: ([...states, 'all'] as const).find((one) => one === value && one !== usual.state) })}
        clearable={!usual.state}
        w={180}
      />
      <Select
        aria-label="Zahlungsart"
        placeholder="Jede Zahlungsart"
        data={methodOptions}
        value={method ?? null}
        onChange={(value) => onChoose({ method: chargeMethods.find((one) => one === value) })}
        clearable
        w={200}
      />
      <Select
        aria-label="Quelle"
        placeholder="Jede Quelle"
        data={sourceOptions}
        value={source ?? null}
        onChange={(value) => onChoose({ source: chargeSources.find((one) => one === value) })}
        clearable
        w={220}
      />
      <DayField label="Fällig ab" value={dueFrom} onChange={(day) => onChoose({ dueFrom: day })} />
      <DayField label="Fällig bis" value={dueTo} onChange={(day) => onChoose({ dueTo: day })} />
      {children}
      <Select
        aria-label="Reihenfolge"
        data={orderOptions}
        value={order ?? usual.order}
        onChange={(value) => onChoose({ order: chargeOrders.find((one) => one === value && one !== usual.order) })}
        allowDeselect={false}
        w={210}
      />
    </FilterFold>
  );
}
