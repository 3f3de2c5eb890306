import { Select } from '@mantine/core';
import type { Filter } from './FilterBar.tsx';

type SelectFilterProps<T extends string> = {
  /** Names the field; without a usual value it stands in the empty field, unless `placeholder` says more. */ label: string;
  placeholder?: string;
  options: readonly { value: T; label: string }[];
  value: T | undefined;
  /** What the list shows where nothing is chosen; without it the field can be emptied. */ usual?: T;
  searchable?: boolean;
  /** Gives undefined where the field was emptied or the usual value was chosen. */ onChange: (value: T | undefined) => void;
};

/** A filter by one of some values. */
export function selectFilter<T extends string>({
  label,
  placeholder = label,
  options,
  value,
  usual,
  onChange,
  searchable = false,
}: SelectFilterProps<T>): Filter {
  const isClearable = usual === undefined;
  return {
    name: label,
    isSet: value !== undefined && value !== usual,
    field: (
      <Select
        aria-label={label}
        placeholder={placeholder}
        data={[...options]}
        value={value ?? usual ?? null}
        searchable={searchable}
        clearable={isClearable}
        allowDeselect={isClearable}
        clearButtonProps={{ 'aria-label': `${label} leeren` }}
        onChange={(chosen) => onChange(options.find((one) => one.value === chosen && one.value !== usual)?.value)}
      />
    ),
  };
}
