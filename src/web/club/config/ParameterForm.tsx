import { Button, Stack } from '@mantine/core';
import { z } from 'zod';
import { parameters, type Parameter } from '#shared/club/config.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { ParameterField } from './ParameterField.tsx';
import { useUpdateParameter } from './queries.ts';

/** Changes one parameter. */
export function ParameterForm({ parameter }: { parameter: Parameter }) {
  const { name } = parameter;
  const { label, shape, default: usual } = parameters[name];
  const update = useUpdateParameter();
  const { form, version, adopt, clash, discard } = useRowForm<{ value: unknown }>(
    parameter,
    { value: parameter.value },
    z.object({ value: shape }),
  );

  const save = ({ value }: { value: unknown }) =>
    update.mutate(
      { name, value, version },
      {
        onSuccess: (saved) => {
          form.resetDirty();
          adopt(saved.version, { value: saved.value });
          notify(`Gespeichert: ${label}`);
        },
        onError: (error) => applyProblem(form, error),
      },
    );

  const isUsual = JSON.stringify(form.values.value) === JSON.stringify(usual);
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <ParameterField name={name} form={form} />
        <FormProblem error={update.error} fields={['value']} clash={clash} />
        <SaveBar form={form} saving={update} onDiscard={discard}>
          {!isUsual && !form.isDirty() && (
            <Button variant="subtle" onClick={() => form.setFieldValue('value', usual)}>
              Auf Standard setzen
            </Button>
          )}
        </SaveBar>
      </Stack>
    </form>
  );
}
