import { Select } from '@mantine/core';
import type { Filter } from './FilterBar.tsx';

type SelectFilterProps<T extends string> = {
  /** The field's label; without a usual value it is also the placeholder, unless `placeholder` is given. */ label: string;
  placeholder?: string;
  options: readonly { value: T; label: string }[];
  value: T | undefined;
  /** The default selection; without one the field can be cleared. */ usual?: T;
  searchable?: boolean;
  /** Receives undefined when the field was cleared or the usual value chosen. */ onChange: (value: T | undefined) => void;
};

/** A filter with a fixed set of options. */
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
