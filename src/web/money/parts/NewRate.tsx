import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { localDate } from '#shared/kernel/fields.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';

type Rate = { centsPerHour: number; validFrom: string };
type Values = { centsPerHour: number | null; validFrom: string };

type NewRateProps = {
  /** The fields for the subject of the rate. */ children: ReactNode;
  adding: { isPending: boolean; error: Error | null; reset: () => void };
  onAdd: (rate: Rate, settle: { onSuccess: () => void; onError: (refusal: unknown) => void }) => void;
};

const shape = z.strictObject({ centsPerHour: z.int('Bitte einen Betrag angeben.'), validFrom: localDate });

/** Adds an hourly rate from a day on, by default from the beginning of this year. */
export function NewRate({ children, adding, onAdd }: NewRateProps) {
  const form = useShapeForm<Values>({ centsPerHour: null, validFrom: `${today().slice(0, 4)}-01-01` }, shape);
  const submit = form.onSubmit(({ centsPerHour, validFrom }) =>
    onAdd(
      { centsPerHour: centsPerHour ?? 0, validFrom },
      {
        onSuccess: () => (form.setFieldValue('centsPerHour', null), notify('Der Satz gilt.')),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  const { value: cents, ...amount } = form.getInputProps('centsPerHour');
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" mt="sm">
        <EuroInput label="Euro je Stunde" w={140} {...amount} cents={cents} />
        {children}
        <DayField label="Gilt ab" hasVisibleLabel isRequired {...dayInput(form, 'validFrom')} />
        <Button type="submit" variant="default" loading={adding.isPending} mt="var(--v-space-24)">
          Satz festlegen
        </Button>
      </Group>
      <FormProblem error={adding.error} fields={['centsPerHour', 'validFrom']} onReload={() => adding.reset()} />
    </form>
  );
}
