import { Checkbox } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { euros } from '#shared/kernel/money.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';

/** The part of the form that concerns the fee. */
type Form = {
  values: { feeCents: number; withFee: boolean };
  getInputProps: (path: 'feeCents' | 'withFee', options?: { type: 'checkbox' }) => GetInputPropsReturnType;
};

/** The bank's fee for a return, and whether it is passed on. */
export function FeeFields({ form, isSet }: { form: Form; /** Whether the settings name a fee. */ isSet: boolean }) {
  const cents = form.values.feeCents;
  const { onChange, ...field } = form.getInputProps('feeCents');
  return (
    <>
      <EuroField
        label="Gebühr der Bank in Euro"
        description="Steht auf dem Kontoauszug hinter „Entgelt“."
        isOptional
        cents={cents}
        field={{ ...field, w: 220 }}
        onChange={onChange}
      />
      <Checkbox
        label={cents > 0 ? `Gebühr weiterberechnen: ${euros(cents)}` : 'Gebühr weiterberechnen'}
        description={
          cents > 0
            ? undefined
            : isSet
              ? 'Dafür steht oben die Gebühr der Bank.'
              : 'In den Einstellungen steht keine Gebühr für Rücklastschriften.'
        }
        {...form.getInputProps('withFee', { type: 'checkbox' })}
        disabled={!(cents > 0)}
        checked={form.values.withFee && cents > 0}
      />
    </>
  );
}
