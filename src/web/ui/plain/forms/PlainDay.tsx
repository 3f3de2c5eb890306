import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { PlainField } from '../PlainField.tsx';

type PlainDayProps = {
  label: string;
  /** YYYY-MM-DD, or the typed text that is no day. */ value: string;
  /** The latest possible day, to which a year of two digits is completed. */ latest?: string;
  onChange: (day: string) => void;
  error?: string | undefined;
  required?: boolean;
  autoComplete?: string;
  'data-path'?: string | undefined;
};

/** A typed day of the light public frame, as 24.12.2015, 24.12.15 or 24122015. */
export function PlainDay({ value, latest, onChange, ...field }: PlainDayProps) {
  const [typed, setTyped] = useState(() => typedOf(value));
  // Set from outside, e.g. by choosing a known person.
  if (typed.day !== value) setTyped(typedOf(value));
  const type = (text: string) => {
    const day = dayOf(text, latest) ?? text;
    setTyped({ text, day });
    onChange(day);
  };
  return (
    <PlainField
      {...field}
      inputMode="numeric"
      placeholder="TT.MM.JJJJ"
      maxLength={20}
      value={typed.text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(typedOf(typed.day))}
    />
  );
}

function typedOf(day: string): { text: string; day: string } {
  return { text: /^\d{4}-\d{2}-\d{2}$/.test(day) ? germanDate(day) : day, day };
}
