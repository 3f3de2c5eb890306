import { ActionIcon, Button, TextInput } from '@mantine/core';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './departments.module.css';
import type { DepartmentFormType } from './departmentValues.ts';

const none = { no: '', name: '', sportNo: '', validFrom: null, validTo: null };

/** With which federations the members of the department are reported; a number may hold for some time only. */
export function AssociationsField({ form }: { form: DepartmentFormType }) {
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>Fachverbände</legend>
      <ul className={classes['rows']}>
        {form.values.associations.map(({ validFrom, validTo }, index) => (
          // The rows have no identity of their own; they are sent as a whole.
          <li key={index} className={classes['row']}>
            <TextInput
              label="Verbandsnummer"
              inputMode="numeric"
              w={150}
              maxLength={10}
              required
              {...form.getInputProps(`associations.${index}.no`)}
            />
            <TextInput label="Verband" flex="1 1 12rem" maxLength={120} {...form.getInputProps(`associations.${index}.name`)} />
            <TextInput
              label="Sportartnummer"
              inputMode="numeric"
              w={130}
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
            <ActionIcon
              variant="default"
              size="lg"
              mt={24}
              aria-label={`Fachverband ${index + 1} entfernen`}
              onClick={() => form.removeListItem('associations', index)}
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
        onClick={() => form.insertListItem('associations', none)}
      >
        Fachverband hinzufügen
      </Button>
    </fieldset>
  );
}
