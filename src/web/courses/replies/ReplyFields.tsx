import { Checkbox, NumberInput } from '@mantine/core';
import type { Form } from '../planning/BasicFields.tsx';

/** Until when families should say who does not come, and whether those who try it may have the seats that are left. */
export function ReplyFields({ form, mayBeTried }: { form: Form; mayBeTried: boolean }) {
  return (
    <>
      <NumberInput
        label="Entschuldigen bis (Stunden vorher)"
        description="Später geht auch, steht dann aber als „spät“ auf der Liste; 0: ohne Frist"
        min={0}
        max={72}
        clampBehavior="strict"
        {...form.getInputProps('replyUntilHours')}
      />
      {mayBeTried && (
        <Checkbox
          label="Plätze von Entschuldigten sind an dem Tag frei zum Schnuppern"
          {...form.getInputProps('replacesAbsent', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
