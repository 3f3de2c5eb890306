import { ActionIcon, Button, TextInput } from '@mantine/core';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import type { FacilityFormType } from './facilityValues.ts';
import classes from './facilities.module.css';

/** The smallest parts that can be booked; a whole hall is all of them. */
export function UnitsField({ form }: { form: FacilityFormType }) {
  const { units } = form.values;
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend style={{ fontWeight: 600, marginBottom: '0.25rem' }}>Teile</legend>
      <ul className={classes['rows']}>
        {units.map((unit, index) => (
          <li key={unit.id ?? `new-${index}`} className={classes['row']}>
            <TextInput label={`Teil ${index + 1}`} flex={1} {...form.getInputProps(`units.${index}.label`)} />
            <DayField
              label="Stillgelegt ab"
              hasVisibleLabel
              value={unit.retiredOn ?? undefined}
              onChange={(day) => form.setFieldValue(`units.${index}.retiredOn`, day ?? null)}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`${unit.label || `Teil ${index + 1}`} entfernen`}
              disabled={units.length === 1}
              onClick={() => form.removeListItem('units', index)}
            >
              <Icon name="trash" size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {form.errors['units'] && <p role="alert">{form.errors['units']}</p>}
      <Button
        mt="xs"
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => form.insertListItem('units', { label: `Teil ${units.length + 1}`, retiredOn: null })}
      >
        Teil hinzufügen
      </Button>
    </fieldset>
  );
}
