import { DayField } from '../forms/DayField.tsx';
import type { Filter } from './FilterBar.tsx';

/** A filter by a day (YYYY-MM-DD). */
export function dayFilter(
  label: string,
  value: string | undefined,
  onChange: (day: string | undefined) => void,
  limits: { min?: string | undefined; max?: string | undefined } = {},
): Filter {
  return { name: label, isSet: value !== undefined, field: <DayField label={label} value={value} {...limits} onChange={onChange} /> };
}
