import { ActionIcon } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useState, type FocusEvent, type ReactNode } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { GermanDates } from './GermanDates.tsx';
import { Icon } from '../plain/Icon.tsx';

type DayFieldProps = {
  label: string;
  /** Whether the label stands above the field; in a row of filters it stands inside. */ hasVisibleLabel?: boolean;
  /** YYYY-MM-DD */ value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
  /** What is wrong with it. */ error?: ReactNode;
  isRequired?: boolean;
  /** The field's place in its form, so that a refusal finds it; see `dayInput`. */ path?: string;
};

const words = {
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousYear: 'Voriges Jahr',
  nextYear: 'Nächstes Jahr',
  previousDecade: 'Voriges Jahrzehnt',
  nextDecade: 'Nächstes Jahrzehnt',
};

/** A day: typed as 24.12.2026, 24.12.26 or 24122026, or chosen in the German calendar that its button opens. */
export function DayField({ label, hasVisibleLabel = false, value, min, max, onChange, error, isRequired = false, path }: DayFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const read = (text: string) => dayOf(text, max);
  /** Says what is wrong with a text that is about to be replaced by the last day that could be read. */
  const check = (text: string) => {
    const said = text.trim() === '' ? undefined : refusalOf(text, read(text), min, max);
    setRefusal(said);
    return said === undefined;
  };
  return (
    <GermanDates>
      <DateInput
        label={hasVisibleLabel && label}
        aria-label={hasVisibleLabel ? undefined : label}
        placeholder={hasVisibleLabel ? 'TT.MM.JJJJ' : label}
        valueFormat="DD.MM.YYYY"
        dateParser={read}
        value={value ?? null}
        error={refusal ?? error}
        required={isRequired}
        data-path={path}
        minDate={min}
        maxDate={max}
        inputMode="numeric"
        maxLength={12}
        onChange={(day) => {
          setRefusal(undefined);
          setIsOpen(false);
          onChange(day ?? undefined);
        }}
        onBlur={(event) => check(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !check(event.currentTarget.value)) event.preventDefault();
        }}
        leftSection={
          <ActionIcon variant="subtle" color="gray" aria-label={`${label}: Kalender`} onClick={() => setIsOpen(true)}>
            <Icon name="calendar" size={18} />
          </ActionIcon>
        }
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `${label} leeren` }}
        ariaLabels={words}
        // Days of other months would be too pale to read.
        hideOutsideDates
        // The calendar must not cover the field while somebody types. Its dialog would have no name (axe: aria-dialog-name); the focus moves into it all the same.
        wrapperProps={{ onFocus: keepEscape }}
        popoverProps={{ opened: isOpen, onChange: setIsOpen, trapFocus: true, withRoles: false }}
      />
    </GermanDates>
  );
}

/** Escape closes the calendar alone: Mantine asks the focused element whether a dialog around it may hear of the key. */
function keepEscape({ target }: FocusEvent): void {
  if (target.closest('[data-dates-dropdown]')) target.setAttribute('data-mantine-stop-propagation', 'true');
}

function refusalOf(text: string, day: string | null, min: string | undefined, max: string | undefined): string | undefined {
  if (!day) return `„${text}“ ist kein Tag. Bitte wie 24.12.2026 angeben.`;
  if (min && day < min) return `${germanDate(day)} ist zu früh, möglich ist der ${germanDate(min)} oder später.`;
  return max && day > max ? `${germanDate(day)} ist zu spät, möglich ist der ${germanDate(max)} oder früher.` : undefined;
}
