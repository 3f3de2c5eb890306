import { MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { roles } from '#shared/kernel/roles.ts';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { parameters, type ParameterName } from '#shared/club/config.ts';
import { isMoney } from './readable.ts';

type ParameterFieldProps = { name: ParameterName; form: UseFormReturnType<{ value: unknown }> };

const roleOptions = [{ value: '', label: 'Keine' }, ...roles.map(({ name, displayName }) => ({ value: name, label: displayName }))];

/** The input for a parameter of its kind. */
export function ParameterField({ name, form }: ParameterFieldProps) {
  const { label, shape, default: usual } = parameters[name];
  const props = { 'aria-label': label, 'aria-describedby': `help-${name}`, ...form.getInputProps('value') };

  if (typeof usual === 'boolean') {
    const isOn = form.values.value === true;
    return (
      <Switch
        aria-label={label}
        aria-describedby={`help-${name}`}
        label={isOn ? 'Eingeschaltet' : 'Ausgeschaltet'}
        checked={isOn}
        onChange={(event) => form.setFieldValue('value', event.currentTarget.checked)}
        error={form.errors['value']}
      />
    );
  }
  if (isMoney(name)) {
    return (
      <EuroInput
        {...props}
        cents={typeof form.values.value === 'number' ? form.values.value : null}
        onChange={(cents) => form.setFieldValue('value', cents ?? '')}
        maw={200}
      />
    );
  }
  if (typeof usual === 'number') {
    const limits = shape instanceof z.ZodNumber ? { min: shape.minValue ?? undefined, max: shape.maxValue ?? undefined } : {};
    return <NumberInput {...props} {...limits} clampBehavior="none" allowDecimal={false} maw={200} />;
  }
  if (name === 'secondFactor.roles') return <MultiSelect {...props} data={roleOptions.slice(1)} placeholder="Rolle wählen" maw={480} />;
  if (Array.isArray(usual)) return <TagsInput {...props} placeholder="Eingeben, dann Eingabetaste" acceptValueOnBlur maxTags={20} />;
  if (name === 'audit.loginExemptRole') return <Select {...props} data={roleOptions} allowDeselect={false} maw={320} />;
  const address = name.endsWith('Mail') ? ({ type: 'email', inputMode: 'email' } as const) : {};
  return <TextInput {...props} {...address} placeholder="Nicht gesetzt" autoComplete="off" />;
}
