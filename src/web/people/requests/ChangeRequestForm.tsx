import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { requestedFieldNames, type RequestedChanges } from '#shared/people/changeRequests.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { CallError } from '#web/lib/call/call.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { useRequestChange } from './requestQueries.ts';

type Field = keyof RequestedChanges;

const fields = Object.keys(requestedFieldNames) as Field[];
const fills: { readonly [field in Field]?: string } = {
  firstname: 'given-name',
  lastname: 'family-name',
  street: 'street-address',
  postcode: 'postal-code',
  city: 'address-level2',
};

type ChangeRequestFormProps = { of: OwnPerson; onDone: () => void };

/** Only what is filled in is asked for. */
export function ChangeRequestForm({ of, onDone }: ChangeRequestFormProps) {
  const request = useRequestChange();
  const form = useForm({
    name: 'change-request',
    initialValues: { ...Object.fromEntries(fields.map((field) => [field, ''])), note: '' } as Record<Field | 'note', string>,
  });
  const submit = form.onSubmit(({ note, ...values }) => {
    const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    request.mutate(
      { personId: of.id, changes, note },
      {
        onSuccess: () => {
          notify('Ihr Wunsch liegt beim Vorstand. Sie erhalten eine Mail.');
          onDone();
        },
        onError: (error) => {
          if (!(error instanceof CallError)) return;
          const errors = Object.fromEntries(error.fields.map(({ path, message }) => [path.replace('changes.', ''), message]));
          form.setErrors(errors);
          focusFault(form)(errors);
        },
      },
    );
  });
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
                path={field}
                value={form.values.birthDate || undefined}
                max={today()}
                error={form.errors['birthDate']}
                onChange={(day) => form.setFieldValue('birthDate', day ?? '')}
              />
            ) : (
              <TextInput
                key={field}
                label={requestedFieldNames[field]}
                autoComplete={fills[field] ?? 'off'}
                {...form.getInputProps(field)}
              />
            ),
          )}
        </SimpleGrid>
        <TextInput label="Bemerkung" autoComplete="off" maxLength={500} {...form.getInputProps('note')} />
        <FormProblem error={request.error} fields={fields.map((field) => `changes.${field}`)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Abbrechen
          </Button>
          <Button type="submit" loading={request.isPending} disabled={!fields.some((field) => form.values[field].trim())}>
            Absenden
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
