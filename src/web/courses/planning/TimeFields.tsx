import { ActionIcon, Button, Group, Select, SimpleGrid } from '@mantine/core';
import { weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { holidayModeNames, holidayModes } from '#shared/halls/holidays.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import type { Form } from './BasicFields.tsx';
import { emptyTime, isEmptyTime, withoutEmptyRows } from './courseForm.ts';
import { DatesPart } from './DatesPart.tsx';
import { fieldWidths } from './fieldWidths.ts';
import { HallField } from './HallField.tsx';

const weekdays = weekdayNames.map((label, at) => ({ value: String(at + 1), label }));

type TimeFieldsProps = {
  form: Form;
  club: ClubName;
  course: EditedCourse | undefined;
  /** A template has no dates. */ isTemplate: boolean;
};

/** The period, the weekly times, and the resulting sessions, omitted ones with the reason. */
export function TimeFields({ form, club, course, isTemplate }: TimeFieldsProps) {
  const { slots, startsOn } = form.values;
  // An empty time gets the weekday of the first day.
  const begin = (day = '') =>
    form.setValues({ startsOn: day, slots: slots.map((one) => (day && isEmptyTime(one) ? { ...one, weekday: weekdayOf(day) } : one)) });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <DayField
          label="Beginn"
          hasVisibleLabel
          isRequired
          value={startsOn || undefined}
          error={form.errors['startsOn']}
          path={fieldPath(form, 'startsOn')}
          onChange={begin}
        />
        <DayField
          label="Ende (leer: fortlaufend)"
          hasVisibleLabel
          value={form.values.endsOn ?? undefined}
          error={form.errors['endsOn']}
          path={fieldPath(form, 'endsOn')}
          onChange={(day) => form.setFieldValue('endsOn', day ?? null)}
        />
        <Select
          label="Ferien und Feiertage"
          allowDeselect={false}
          data={holidayModes.map((value) => ({ value, label: holidayModeNames[value] }))}
          {...form.getInputProps('holidayMode')}
        />
      </SimpleGrid>
      {slots.map((one, at) => (
        <Group key={one.id ?? at} align="flex-start" gap="xs" wrap="wrap">
          <Select
            label="Wochentag"
            flex={fieldWidths.whole}
            allowDeselect={false}
            data={weekdays}
            value={String(one.weekday)}
            onChange={(value) => form.setFieldValue(`slots.${at}.weekday`, Number(value))}
          />
          <TimeField label="Von" flex={fieldWidths.time} placeholder="18:30" {...form.getInputProps(`slots.${at}.startTime`)} />
          <TimeField label="Bis" flex={fieldWidths.time} placeholder="20:00" {...form.getInputProps(`slots.${at}.endTime`)} />
          <HallField
            value={one}
            placeholder={form.values.place}
            error={form.errors[`slots.${at}.facilityId`] ?? form.errors[`slots.${at}.unitIds`]}
            onChange={(hall) => form.setFieldValue(`slots.${at}`, { ...one, ...hall })}
          />
          <ActionIcon variant="default" size={36} mt={24} aria-label="Zeit entfernen" onClick={() => form.removeListItem('slots', at)}>
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          data-path={fieldPath(form, 'slots')}
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => form.insertListItem('slots', emptyTime(startsOn))}
        >
          Wöchentliche Zeit
        </Button>
      </Group>
      {!isTemplate && <DatesPart values={withoutEmptyRows(form.values)} club={club} course={course} />}
    </>
  );
}
