import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SeasonInput } from '#shared/halls/seasons/seasons.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { dayChoices, windowChoices } from './words.ts';

type WindowsFieldProps = { form: UseFormReturnType<SeasonInput>; /** The index of the hall in the form. */ at: number; name: string };

/** When a hall is available, and for whom: e.g. the early afternoon for schools, then youth, the evening for all. */
export function WindowsField({ form, at, name }: WindowsFieldProps) {
  const path = `facilities.${at}.windows`;
  const windows = form.values.facilities[at]?.windows ?? [];
  return (
    <details>
      <summary>{`${name}: ${windows.length} Zeitfenster`}</summary>
      <FieldRows
        label={`Zeitfenster ${name}`}
        rows={windows}
        removeLabel={(number) => `Zeitfenster ${number} von ${name} entfernen`}
        addLabel="Zeitfenster hinzufügen"
        onRemove={(index) => form.removeListItem(path, index)}
        onAdd={() => form.insertListItem(path, { weekday: 1, opens: '16:00', closes: '22:00', onlyClass: null })}
      >
        {({ weekday, onlyClass }, index) => (
          <>
            <Select
              label="Tag"
              data={dayChoices}
              allowDeselect={false}
              w={130}
              {...form.getInputProps(`${path}.${index}.weekday`)}
              value={String(weekday)}
              onChange={(value) => form.setFieldValue(`${path}.${index}.weekday`, Number(value))}
            />
            <TimeField label="Von" w={80} {...form.getInputProps(`${path}.${index}.opens`)} />
            <TimeField label="Bis" w={80} {...form.getInputProps(`${path}.${index}.closes`)} />
            <Select
              label="Wem es offen steht"
              data={windowChoices}
              allowDeselect={false}
              w={250}
              value={String(onlyClass ?? '')}
              onChange={(value) => form.setFieldValue(`${path}.${index}.onlyClass`, value ? Number(value) : null)}
            />
          </>
        )}
      </FieldRows>
    </details>
  );
}
