import { Radio, Stack } from '@mantine/core';
import { instantOf, readTime } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { TimedDayField } from '../news/TimedDayField.tsx';

type WhenFieldsProps = {
  /** Local: YYYY-MM-DDTHH:MM; undefined for at once. */ value: string | undefined;
  onChange: (when: string | undefined) => void;
};

/** Now, or a day and time. */
export function WhenFields({ value, onChange }: WhenFieldsProps) {
  const [day, time] = (value ?? '').split('T');
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Wann"
        value={value === undefined ? 'now' : 'later'}
        onChange={(next) => onChange(next === 'now' ? undefined : '')}
      >
        <Stack gap={4} mt={4}>
          <Radio value="now" label="Jetzt" />
          <Radio value="later" label="Später" />
        </Stack>
      </Radio.Group>
      {value !== undefined && (
        <TimedDayField
          label="Senden am"
          usualTime="18:00"
          min={today()}
          value={value}
          onChange={onChange}
          error={day && !readTime(time ?? '') ? 'Bitte eine Uhrzeit wie 18:00.' : undefined}
        />
      )}
    </Stack>
  );
}

/** Whether the chosen time is valid. */
export function isReadable(when: string | undefined): boolean {
  return when === undefined || toInstant(when) !== undefined;
}

/** The instant of a local day and time; undefined while incomplete. */
export function toInstant(when: string): string | undefined {
  const [day, time = ''] = when.split('T');
  const read = readTime(time);
  return day && read ? instantOf(day, read).toISOString() : undefined;
}

/** "am 24.12.2026, 18:00 Uhr" */
export function whenWords(sendAt: string): string {
  return `am ${formatDateTime(sendAt)}`;
}
