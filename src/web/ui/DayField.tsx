import { DatePickerInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { GermanDates } from './GermanDates.tsx';
import { Icon } from './Icon.tsx';

type DayFieldProps = {
  label: string;
  /** Whether the label stands above the field; in a row of filters it stands inside. */ hasVisibleLabel?: boolean;
  /** YYYY-MM-DD */ value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
  /** What is wrong with it. */ error?: ReactNode;
  isRequired?: boolean;
  /** The field's place in its form, so that a refusal finds it. */ path?: string;
};

const words = {
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousYear: 'Voriges Jahr',
  nextYear: 'Nächstes Jahr',
  previousDecade: 'Voriges Jahrzehnt',
  nextDecade: 'Nächstes Jahrzehnt',
};

/** A day, chosen in a German calendar. */
export function DayField({ label, hasVisibleLabel = false, value, min, max, onChange, error, isRequired, path }: DayFieldProps) {
  const german = value?.split('-').toReversed().join('.');
  return (
    <GermanDates>
      <DatePickerInput
        label={hasVisibleLabel && label}
        aria-label={german ? `${label}: ${german}` : hasVisibleLabel ? `${label}: TT.MM.JJJJ` : label}
        placeholder={hasVisibleLabel ? 'TT.MM.JJJJ' : label}
        valueFormat="DD.MM.YYYY"
        value={value ?? null}
        error={error}
        required={isRequired ?? false}
        data-path={path}
        minDate={min}
        maxDate={max}
        onChange={(day) => onChange(day ?? undefined)}
        leftSection={<Icon name="calendar" size={18} />}
        leftSectionPointerEvents="none"
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `${label} leeren` }}
        ariaLabels={words}
        // Days of other months would be too pale to read.
        hideOutsideDates
        // Its dialog would have no name (axe: aria-dialog-name); the focus moves into the calendar all the same.
        popoverProps={{ withRoles: false }}
      />
    </GermanDates>
  );
}
