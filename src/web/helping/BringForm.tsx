import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { pledgeInput, type ItemView, type OperationalView } from '#shared/operationalShapes.ts';
import { useAuth } from '#web/lib/session.ts';
import { applyProblem } from '#web/ui/applyProblem.ts';
import { focusFault } from '#web/ui/focusFault.ts';
import { FormProblem } from '#web/ui/FormProblem.tsx';
import { validating } from '#web/ui/validating.ts';
import { GuestFields, guestFaults, HoneyPot } from './GuestFields.tsx';
import classes from './helping.module.css';
import { useHelping } from './queries.ts';

type BringFormProps = { item: ItemView; list: OperationalView; onDone: (words: string) => void; onCancel: () => void };

/** Promises to bring something along: with an account at a tap, without one by name and mail. */
export function BringForm({ item, list, onDone, onCancel }: BringFormProps) {
  const { user } = useAuth();
  const { pledge } = useHelping();
  const form = useForm({
    name: `bring-${item.id}`,
    initialValues: { quantity: 1, name: '', email: '', website: '' },
    validate: (values) => ({ ...validating(pledgeInput)(values), ...(!user && guestFaults(values)) }),
  });
  const submit = form.onSubmit(
    (values) =>
      pledge.mutate(
        { ...values, token: list.token, id: item.id },
        {
          onError: (error) => applyProblem(form, error),
          onSuccess: () => onDone(user ? 'Danke!' : 'Danke! Über den Link in der Mail können Sie die Zusage zurücknehmen.'),
        },
      ),
    focusFault(form),
  );
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <Stack gap="sm">
        <NumberInput
          label="Wie viele?"
          min={1}
          max={Math.max(1, item.needed - item.pledged)}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('quantity')}
        />
        {!user && <GuestFields form={form} />}
        <HoneyPot form={form} />
        {!user && (
          <Text size="sm" c="dimmed">
            Ihre Angaben sieht nur der Vorstand; 30 Tage danach werden sie gelöscht.
          </Text>
        )}
        <FormProblem error={pledge.error} fields={Object.keys(form.values)} />
        <Group gap="xs">
          <Button type="submit" loading={pledge.isPending}>
            Ich bringe das mit
          </Button>
          <Button variant="default" onClick={onCancel}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
