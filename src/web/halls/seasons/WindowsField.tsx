import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SeasonInput } from '#shared/halls/seasons/seasons.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './seasons.module.css';
import { dayChoices, windowClasses } from './words.ts';

type WindowsFieldProps = { form: UseFormReturnType<SeasonInput>; /** Which hall of the form. */ at: number; name: string };

/** When a hall is given, and to whom: the early afternoon to schools, then to the young, the evening to all. */
export function WindowsField({ form, at, name }: WindowsFieldProps) {
  const path = `facilities.${at}.windows`;
  const windows = form.values.facilities[at]?.windows ?? [];
  return (
    <details>
      <summary>{`${name}: ${windows.length} Zeitfenster`}</summary>
      <ul className={classes['cards']} aria-label={`Zeitfenster ${name}`}>
        {windows.map(({ weekday, onlyClass }, index) => (
          // The rows have no identity of their own; they are sent as a whole.
          <li key={index} className={classes['row']}>
            <Select
              label="Tag"
              data={dayChoices}
              allowDeselect={false}
              w={130}
              value={String(weekday)}
              onChange={(value) => form.setFieldValue(`${path}.${index}.weekday`, Number(value))}
            />
            <TextInput label="Von" w={80} {...form.getInputProps(`${path}.${index}.opens`)} />
            <TextInput label="Bis" w={80} {...form.getInputProps(`${path}.${index}.closes`)} />
            <Select
              label="Für"
              data={windowClasses}
              allowDeselect={false}
              w={150}
              value={String(onlyClass ?? '')}
              onChange={(value) => form.setFieldValue(`${path}.${index}.onlyClass`, value ? Number(value) : null)}
            />
            <ActionIcon
              variant="default"
              size="lg"
              mt={24}
              aria-label={`Zeitfenster ${index + 1} von ${name} entfernen`}
              onClick={() => form.removeListItem(path, index)}
            >
              <Icon name="trash" size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        mt="xs"
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => form.insertListItem(path, { weekday: 1, opens: '16:00', closes: '22:00', onlyClass: null })}
      >
        Zeitfenster hinzufügen
      </Button>
    </details>
  );
}
