import { TextInput } from '@mantine/core';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import type { FacilityFormType } from './facilityValues.ts';

/** The smallest bookable units; a whole hall is all of them. */
export function UnitsField({ form }: { form: FacilityFormType }) {
  const { units } = form.values;
  return (
    <FieldGroup legend="Teile">
      <FieldRows
        rows={units}
        least={1}
        removeLabel={(number) => `${units[number - 1]?.label || `Teil ${number}`} entfernen`}
        addLabel="Teil hinzufügen"
        onRemove={(index) => form.removeListItem('units', index)}
        onAdd={() => form.insertListItem('units', { label: `Teil ${units.length + 1}`, retiredOn: null })}
      >
        {(unit, index) => (
          <>
            <TextInput label={`Teil ${index + 1}`} flex={1} {...form.getInputProps(`units.${index}.label`)} />
            <DayField
              label="Stillgelegt ab"
              hasVisibleLabel
              value={unit.retiredOn ?? undefined}
              onChange={(day) => form.setFieldValue(`units.${index}.retiredOn`, day ?? null)}
            />
          </>
        )}
      </FieldRows>
      {form.errors['units'] && <p role="alert">{form.errors['units']}</p>}
    </FieldGroup>
  );
}
