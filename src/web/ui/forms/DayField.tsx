import { ActionIcon } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { withMonthNumber } from '#shared/kernel/formats/namedMonths.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { GermanDates } from './GermanDates.tsx';
import { useHeldSubmit } from './holdSubmit.ts';
import { Icon } from '../plain/Icon.tsx';

type DayFieldProps = {
  label: string;
  /** Whether the label is shown above the field; in a filter bar it is the placeholder. */ hasVisibleLabel?: boolean;
  /** YYYY-MM-DD */ value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
  /** The error message. */ error?: ReactNode;
  isRequired?: boolean;
  /** The field's path in its form, so that errors are assigned to it; see `dayInput`. */ path?: string | undefined;
};

const words = {
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousYear: 'Voriges Jahr',
  nextYear: 'Nächstes Jahr',
  previousDecade: 'Voriges Jahrzehnt',
  nextDecade: 'Nächstes Jahrzehnt',
};

/**
 * A date: typed as 24.12.2026, 24.12.26 or 24122026, or picked from the calendar that its button opens. Text that is no
 * date stays as typed with an error; the previous value is cleared, and the form cannot be submitted.
 */
export function DayField({ label, hasVisibleLabel = false, value, min, max, onChange, error, isRequired = false, path }: DayFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { odd, before, refusal, onType, onLeave, forget, input } = useOddText({ value, min, max, path, onChange });
  return (
    <GermanDates>
      <DateInput
        ref={input}
        label={hasVisibleLabel && label}
        aria-label={hasVisibleLabel ? undefined : label}
        placeholder={hasVisibleLabel ? 'TT.MM.JJJJ' : label}
        valueFormat="DD.MM.YYYY"
        dateParser={(text) => dayOf(withMonthNumber(text), max)}
        value={before}
        fixOnBlur={odd === undefined}
        error={refusal ?? error}
        required={isRequired}
        data-path={path}
        minDate={min}
        maxDate={max}
        inputMode="numeric"
        maxLength={20}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onChange={(day) => {
          forget();
          setIsOpen(false);
          onChange(day ?? undefined);
        }}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || odd === undefined) return;
          onLeave();
          event.preventDefault();
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
        // The calendar must not cover the field while typing. Its dialog would have no accessible name (axe:
        // aria-dialog-name), but the focus moves into it all the same.
        wrapperProps={{ onFocus: keepEscape }}
        popoverProps={{ opened: isOpen, onChange: setIsOpen, trapFocus: true, withRoles: false }}
      />
    </GermanDates>
  );
}

type Odd = { text: string; before: string | null; isShown: boolean };

/**
 * The field's text while it is no date. With a `path` the text is passed on, so that the form's shape refuses it;
 * otherwise the value is undefined until there is a date again.
 */
function useOddText({ value, min, max, path, onChange }: Pick<DayFieldProps, 'value' | 'min' | 'max' | 'path' | 'onChange'>) {
  const [typed, setTyped] = useState<Odd>();
  const input = useRef<HTMLInputElement>(null);
  const day = value !== undefined && dayPattern.test(value) ? value : null;
  const odd = typed && (day === null || day === typed.before) ? typed : undefined;
  const refused = (text: string) => refusalOf(text, dayOf(withMonthNumber(text), max), min, max);
  useHeldSubmit(input, odd !== undefined);
  return {
    odd,
    before: odd ? odd.before : day,
    refusal: odd?.isShown ? refused(odd.text) : undefined,
    onType: (text: string) =>
      setTyped(text.trim() !== '' && refused(text) ? { text, before: odd ? odd.before : day, isShown: false } : undefined),
    onLeave: () => {
      if (!odd) return;
      setTyped({ ...odd, isShown: true });
      onChange(path === undefined ? undefined : odd.text);
    },
    forget: () => setTyped(undefined),
    input,
  };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Escape closes only the calendar: Mantine asks the focused element whether an enclosing dialog may handle the key. */
function keepEscape({ target }: FocusEvent): void {
  if (target.closest('[data-dates-dropdown]')) target.setAttribute('data-mantine-stop-propagation', 'true');
}

function refusalOf(text: string, day: string | null, min: string | undefined, max: string | undefined): string | undefined {
  if (!day) return `„${text}“ ist kein Tag. Bitte wie 24.12.2026 angeben.`;
  if (min && day < min) return `${germanDate(day)} ist zu früh, möglich ist der ${germanDate(min)} oder später.`;
  return max && day > max ? `${germanDate(day)} ist zu spät, möglich ist der ${germanDate(max)} oder früher.` : undefined;
}
