import { TextInput } from '@mantine/core';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import type { DepartmentFormType } from './departmentValues.ts';

const none = { no: '', name: '', sportNo: '', validFrom: null, validTo: null };

/** The federations to which the department's members are reported; a number may be limited in time. */
export function AssociationsField({ form }: { form: DepartmentFormType }) {
  return (
    <FieldGroup legend="Fachverbände">
      <FieldRows
        rows={form.values.associations}
        removeLabel={(number) => `Fachverband ${number} entfernen`}
        addLabel="Fachverband hinzufügen"
        onRemove={(index) => form.removeListItem('associations', index)}
        onAdd={() => form.insertListItem('associations', none)}
      >
        {({ validFrom, validTo }, index) => (
          <>
            <TextInput
              label="Verbandsnummer"
              inputMode="numeric"
              flex="1 1 10rem"
              maxLength={10}
              required
              {...form.getInputProps(`associations.${index}.no`)}
            />
            <TextInput label="Verband" flex="1 1 12rem" maxLength={120} {...form.getInputProps(`associations.${index}.name`)} />
            <TextInput
              label="Sportartnummer"
              inputMode="numeric"
              flex="1 1 100%"
              maxLength={10}
              {...form.getInputProps(`associations.${index}.sportNo`)}
            />
            <DayField
              label="Gilt ab"
              hasVisibleLabel
              value={validFrom ?? undefined}
              onChange={(day) => form.setFieldValue(`associations.${index}.validFrom`, day ?? null)}
            />
            <DayField
              label="Gilt bis"
              hasVisibleLabel
              value={validTo ?? undefined}
              min={validFrom ?? undefined}
              error={form.errors[`associations.${index}.validTo`]}
              onChange={(day) => form.setFieldValue(`associations.${index}.validTo`, day ?? null)}
            />
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
