import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { completeMandateInput, type Mandate } from '#shared/money/mandates.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMandateMutations } from './queries.ts';

type CompleteFormProps = { mandate: Mandate; /** Proposed where the paper has none. */ reference: string; onClose: () => void };
type Values = { signedOn: string; reference: string; lastUsedOn: string | null };

/** Adds what the list of another program did not say about a mandate. */
export function CompleteDialog({ mandate, ...form }: Omit<CompleteFormProps, 'mandate'> & { mandate: Mandate | undefined }) {
  return (
    <Modal opened={mandate !== undefined} onClose={form.onClose} title="Mandat ergänzen">
      {mandate && <CompleteForm {...form} mandate={mandate} />}
    </Modal>
  );
}

function CompleteForm({ mandate, reference, onClose }: CompleteFormProps) {
  const { complete } = useMandateMutations();
  const form = useShapeForm<Values>(
    { signedOn: mandate.signedOn ?? '', reference: mandate.reference ?? reference, lastUsedOn: mandate.lastUsedOn },
    completeMandateInput,
  );
  const save = form.onSubmit((values) =>
    complete.mutate(
      { id: mandate.id, version: mandate.version, ...values },
      {
        onSuccess: () => {
          notify('Das Mandat ist vollständig.');
          onClose();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  const lastUsed = dayInput(form, 'lastUsedOn');
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {mandate.accountHolder}, {mandate.account}
        </Text>
        <DayField label="Unterschrieben am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'signedOn')} />
        <TextInput label="Mandatsreferenz" required maxLength={35} autoComplete="off" {...form.getInputProps('reference')} />
        <DayField
          label="Zuletzt eingezogen am"
          hasVisibleLabel
          max={today()}
          {...lastUsed}
          onChange={(day) => form.setFieldValue('lastUsedOn', day ?? null)}
        />
        <Text size="sm" c="dimmed">
          Ein Mandat erlischt, wenn 36 Monate lang nichts eingezogen wird.
        </Text>
        <FormProblem error={complete.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={complete.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
