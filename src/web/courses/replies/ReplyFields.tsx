import { Checkbox, NumberInput } from '@mantine/core';
import type { Form } from '../planning/BasicFields.tsx';

/** The deadline for excuses, and whether trial guests may take seats that become free. */
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
