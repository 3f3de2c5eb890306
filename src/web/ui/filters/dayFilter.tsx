import { lazyPart } from '../late/lazyPart.tsx';
import type { Filter } from './FilterBar.tsx';

// The calendar is larger than most lists, and few users filter by a day.
const DayField = lazyPart(async () => (await import('../forms/DayField.tsx')).DayField, null);

/** A filter by a day (YYYY-MM-DD). */
export function dayFilter(
  label: string,
  value: string | undefined,
  onChange: (day: string | undefined) => void,
  limits: { min?: string | undefined; max?: string | undefined } = {},
): Filter {
  return { name: label, isSet: value !== undefined, field: <DayField label={label} value={value} {...limits} onChange={onChange} /> };
}
