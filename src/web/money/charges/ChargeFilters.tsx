import { Select } from '@mantine/core';
import { z } from 'zod';
import { localDate } from '#shared/kernel/fields.ts';
import {
  chargeMethodNames,
  chargeMethods,
  chargeOrders,
  chargeSourceNames,
  chargeSources,
  listedStateNames,
  listedStates,
} from '#shared/money/chargeWords.ts';
import { FilterFold } from '#web/ui/filters/FilterFold.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';

/** What a list of charges is narrowed to; it stands in the address. */
export const chargeChoice = z.object({
  state: z.enum(listedStates).optional(),
  method: z.enum(chargeMethods).optional(),
  source: z.enum(chargeSources).optional(),
  dueFrom: localDate.optional(),
  dueTo: localDate.optional(),
  order: z.enum(chargeOrders).optional(),
});
type Choice = z.infer<typeof chargeChoice>;

const states = listedStates.filter((state) => state !== 'draft');
const stateOptions = states.map((value) => ({ value, label: listedStateNames[value] }));
const methodOptions = chargeMethods.map((value) => ({ value, label: chargeMethodNames[value] }));
const sourceOptions = chargeSources.map((value) => ({ value, label: chargeSourceNames[value] }));
const orderOptions = [
  { value: 'latest', label: 'Neueste zuerst' },
  { value: 'oldest', label: 'Älteste zuerst' },
];

/** Narrows a list of charges by state, way of paying, what it is for and when it is due. */
export function ChargeFilters({ choice, onChoose }: { choice: Choice; onChoose: (change: Partial<Choice>) => void }) {
  const { state, method, source, dueFrom, dueTo, order } = choice;
  return (
    <FilterFold count={[state, method, source, dueFrom, dueTo, order].filter(Boolean).length}>
      <Select
        aria-label="Status"
        placeholder="Jeder Status"
        data={stateOptions}
        value={state ?? null}
        onChange={(value) => onChoose({ state: states.find((one) => one === value) })}
        clearable
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
        aria-label="Wofür"
        placeholder="Alles"
        data={sourceOptions}
        value={source ?? null}
        onChange={(value) => onChoose({ source: chargeSources.find((one) => one === value) })}
        clearable
        w={220}
      />
      <DayField label="Fällig ab" value={dueFrom} onChange={(day) => onChoose({ dueFrom: day })} />
      <DayField label="Fällig bis" value={dueTo} onChange={(day) => onChoose({ dueTo: day })} />
      <Select
        aria-label="Reihenfolge"
        data={orderOptions}
        value={order ?? 'latest'}
        onChange={(value) => onChoose({ order: value === 'oldest' ? 'oldest' : undefined })}
        allowDeselect={false}
        w={170}
      />
    </FilterFold>
  );
}
