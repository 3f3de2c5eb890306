import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DayField } from '#web/ui/forms/DayField.tsx';

type TimedDayFieldProps = {
  label: string;
  /** Local: YYYY-MM-DDTHH:MM, or empty. */ value?: string | undefined;
  onChange: (local: string) => void;
  /** The default time when a day is chosen. */ usualTime: string;
  min?: string;
  error?: ReactNode;
  /** The field's path in its form, so that errors are assigned to it. */ 'data-path'?: string;
};

/** An optional day with a time; without a day there is no time. */
export function TimedDayField({ label, value = '', onChange, usualTime, min, error, 'data-path': path }: TimedDayFieldProps) {
  const [day = '', time = ''] = value.split('T');
  return (
    <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
      <DayField
        label={label}
        hasVisibleLabel
        value={day || undefined}
        min={min}
        error={error}
        {...(path && { path })}
        onChange={(next) => onChange(next ? `${next}T${time || usualTime}` : '')}
      />
      <TextInput
        label="Uhrzeit"
        aria-label={`${label}: Uhrzeit`}
        placeholder={usualTime}
        maw="6.5rem"
        maxLength={5}
        disabled={!day}
        value={time}
        onChange={({ currentTarget }) => onChange(`${day}T${currentTarget.value}`)}
      />
    </Group>
  );
}
