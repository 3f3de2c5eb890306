import { NumberInput, Select } from '@mantine/core';
import { holidayModeNames } from '#shared/halls/holidays.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { optionsOf, type BookingFormType } from './newBooking.ts';

/** The end, the interval and the holiday mode of a series. */
export function SeriesFields({ form }: { form: BookingFormType }) {
  const { date, endsOn } = form.values;
  return (
    <>
      <DayField label="Letzter Tag" hasVisibleLabel min={date} {...dayInput(form, 'endsOn', endsOn)} />
      <NumberInput label="Alle … Wochen" min={1} max={8} {...form.getInputProps('intervalWeeks')} />
      <Select
        label="Ferien und Feiertage"
        data={optionsOf(holidayModeNames)}
        allowDeselect={false}
        {...form.getInputProps('holidayMode')}
      />
    </>
  );
}
