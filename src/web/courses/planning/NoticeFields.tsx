import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { pauseMonthsAtMost } from '#shared/courses/pauses/pauseRules.ts';
import type { Form } from './BasicFields.tsx';

/** The terms for leaving a permanent group: notice period, termination dates, and minimum term. */
export function NoticeFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      <NumberInput label="Kündigungsfrist" min={0} max={12} {...form.getInputProps('noticeAmount')} />
      <Select
        label="Einheit der Frist"
        allowDeselect={false}
        data={[
          { value: 'week', label: 'Wochen' },
          { value: 'month', label: 'Monate' },
        ]}
        {...form.getInputProps('noticeUnit')}
      />
      <Select
        label="Gekündigt wird"
        allowDeselect={false}
        data={[
          { value: 'any', label: 'zu jedem Tag' },
          { value: 'month_end', label: 'zum Monatsende' },
          { value: 'quarter_end', label: 'zum Quartalsende' },
        ]}
        {...form.getInputProps('noticeTo')}
      />
      <NumberInput label="Mindestens dabei (Monate)" min={0} max={12} {...form.getInputProps('minTermMonths')} />
      <NumberInput label="Pause im Jahr (Monate)" min={0} max={pauseMonthsAtMost} {...form.getInputProps('pauseMaxMonths')} />
    </SimpleGrid>
  );
}
