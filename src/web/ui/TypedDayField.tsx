import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { GermanDates } from './GermanDates.tsx';

type TypedDayFieldProps = {
  label: string;
  /** YYYY-MM-DD, or empty. */ value: string;
  onChange: (day: string) => void;
  error?: ReactNode;
  isRequired?: boolean;
  /** The field's place in its form, so that a refusal finds it. */ path?: string;
};

/** A day that one types (4.5.2012) rather than looks for: a birth date lies too far back for a calendar. */
export function TypedDayField({ label, value, onChange, error, isRequired = false, path }: TypedDayFieldProps) {
  return (
    <GermanDates>
      <DateInput
        label={label}
        placeholder="TT.MM.JJJJ"
        valueFormat="DD.MM.YYYY"
        dateParser={dayOf}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
        // What cannot be read leaves nothing behind to complain about.
        error={error && value === '' ? 'Bitte einen Tag wie 24.12.2015 angeben.' : error}
        required={isRequired}
        data-path={path}
        inputMode="numeric"
        autoComplete="off"
        // The calendar would open on today; whoever was born years ago types.
        popoverProps={{ disabled: true }}
      />
    </GermanDates>
  );
}

/** 4.5.2012, 04.05.12 or 04052012 as YYYY-MM-DD; null for what is no day. */
function dayOf(text: string): string | null {
  const [, day = '', month = '', year = ''] =
    /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})\s*$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  if (!year) return null;
  const inThisCentury = Number(year) <= new Date().getFullYear() % 100;
  const full = year.length === 4 ? year : `${inThisCentury ? '20' : '19'}${year}`;
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}
