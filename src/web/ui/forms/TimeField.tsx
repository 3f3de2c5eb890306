import { TextInput, type TextInputProps } from '@mantine/core';
import { readTime } from '#shared/kernel/calendar.ts';

type TimeFieldProps = Omit<TextInputProps, 'onChange'> & { onChange?: (value: unknown) => void };

/** A wall clock time; "8", "8.15" and "1830" are completed on blur. */
export function TimeField({ onChange, onBlur, ...input }: TimeFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      {...input}
      onChange={onChange}
      onBlur={(event) => {
        const { value } = event.currentTarget;
        const time = readTime(value);
        if (time === undefined || time === value) onBlur?.(event);
        else onChange?.(time);
      }}
    />
  );
}
