import { Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import type { z } from 'zod';
import type { OwnSeason } from '#shared/halls/ownHours.ts';
import { objectionInput } from '#shared/halls/seasons/objections.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useOwnHours, type Opened } from './queries.ts';

/** Objects to a result. */
export function ObjectForm({ opened, of: { season, wishes } }: { opened: Opened; of: OwnSeason }) {
  const { object } = useOwnHours(opened);
  const form = useShapeForm<z.input<typeof objectionInput>>({ wishId: null, alternative: null, text: '' }, objectionInput);
  const submit = form.onSubmit((values) =>
    object.mutate(
      { ...values, seasonId: season.id },
      {
        onSuccess: () => {
          form.reset();
          notify('Ihr Einwand ist eingegangen.');
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <h3>Einwand erheben</h3>
        <NativeSelect
          label="Zu welchem Wunsch"
          data={[{ value: '', label: 'Allgemein' }, ...wishes.map(({ id, groupName }) => ({ value: id, label: groupName }))]}
          {...form.getInputProps('wishId')}
          value={form.values.wishId ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('wishId', currentTarget.value || null)}
        />
        <Textarea label="Was stimmt nicht?" required autosize minRows={2} maxLength={2000} {...form.getInputProps('text')} />
        <FormProblem error={object.error} fields={['wishId', 'text']} />
        <Button type="submit" loading={object.isPending} style={{ alignSelf: 'flex-start' }}>
          Einwand absenden
        </Button>
      </Stack>
    </form>
  );
}
