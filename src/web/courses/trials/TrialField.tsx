import { NumberInput } from '@mantine/core';
import { trialsAtMost } from '#shared/courses/trials/trialRules.ts';
import type { Form } from '../planning/BasicFields.tsx';

/** How many free trial visits are allowed before enrolment. */
export function TrialField({ form }: { form: Form }) {
  return (
    <NumberInput
      label="Schnupperstunden je Person"
      description="Kostenlos, ohne Konto; 0: keine"
      min={0}
      max={trialsAtMost}
      clampBehavior="strict"
      {...form.getInputProps('trialSessions')}
    />
  );
}
