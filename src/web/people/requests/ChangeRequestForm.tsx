import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { changeRequestInput, requestedFieldNames, type RequestedChanges } from '#shared/people/changeRequests.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { keysOf, recordOf } from '#shared/kernel/keys.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { useRequestChange } from './requestQueries.ts';

type Field = keyof RequestedChanges;
type Values = { changes: Record<Field, string>; note: string };

const fields = keysOf(requestedFieldNames);
const empty: Values = { changes: recordOf(fields, () => ''), note: '' };
const fills: { readonly [field in Field]?: string } = {
  firstname: 'given-name',
  lastname: 'family-name',
  street: 'street-address',
  postcode: 'postal-code',
  city: 'address-level2',
};

/** Empty fields are not changed. */
function toInput({ changes, note }: Values): z.input<typeof changeRequestInput> {
  return { changes: Object.fromEntries(Object.entries(changes).filter(([, value]) => value.trim() !== '')), note };
}

const shape = z.custom<Values>().transform(toInput).pipe(changeRequestInput);

type ChangeRequestFormProps = { of: OwnPerson; onDone: () => void };

/** Only filled fields are requested. */
export function ChangeRequestForm({ of, onDone }: ChangeRequestFormProps) {
  const request = useRequestChange();
  const form = useShapeForm(empty, shape);
  const submit = form.onSubmit((values) =>
    request.mutate(
      { personId: of.id, ...toInput(values) },
      {
        onSuccess: () => {
          notify('Ihr Wunsch liegt beim Vorstand. Sie erhalten eine Mail.');
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Füllen Sie nur aus, was sich für {of.firstname} {of.lastname} ändern soll.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {fields.map((field) =>
            field === 'birthDate' ? (
              <DayField
                key={field}
                label={requestedFieldNames[field]}
                hasVisibleLabel
                max={today()}
                {...dayInput(form, `changes.${field}`)}
              />
            ) : (
              <TextInput
                key={field}
                label={requestedFieldNames[field]}
                autoComplete={fills[field] ?? 'off'}
                {...form.getInputProps(`changes.${field}`)}
              />
            ),
          )}
        </SimpleGrid>
        <TextInput label="Bemerkung" autoComplete="off" maxLength={500} {...form.getInputProps('note')} />
        <FormProblem error={request.error} fields={['changes', 'note']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Abbrechen
          </Button>
          <Button type="submit" loading={request.isPending} disabled={!fields.some((field) => form.values.changes[field].trim())}>
            Absenden
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
