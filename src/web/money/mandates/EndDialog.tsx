import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { endMandateInput, type Mandate } from '#shared/money/mandates.ts';
import { chosenMandateEnds, mandateEndNames } from '#shared/money/mandateWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMandateMutations } from './queries.ts';

const reasons = chosenMandateEnds.map((value) => ({ value, label: mandateEndNames[value] }));

/** Asks for the reason and the last day of a mandate. */
export function EndDialog({ mandate, onClose }: { mandate: Mandate | undefined; onClose: () => void }) {
  return (
    <Modal opened={mandate !== undefined} onClose={onClose} title="Mandat beenden">
      {mandate && <EndForm mandate={mandate} onClose={onClose} />}
    </Modal>
  );
}

function EndForm({ mandate, onClose }: { mandate: Mandate; onClose: () => void }) {
  const { end } = useMandateMutations();
  const form = useShapeForm<{ reason: (typeof chosenMandateEnds)[number]; on: string }>(
    { reason: 'revoked_by_payer', on: today() },
    endMandateInput,
  );
  const save = form.onSubmit((values) =>
    end.mutate(
      { id: mandate.id, version: mandate.version, ...values },
      {
        onSuccess: () => {
          notify('Das Mandat ist beendet.');
          onClose();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Vom Konto {mandate.account} wird nichts mehr eingezogen. Offene Forderungen sind dann zu überweisen; wer zahlt, bekommt eine Mail.
          Das lässt sich nicht zurücknehmen, nur neu eintragen.
        </Text>
        <Select label="Grund" data={reasons} allowDeselect={false} {...form.getInputProps('reason')} />
        <DayField label="Beendet am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'on')} />
        <FormProblem error={end.error} fields={Object.keys(form.values)} />
        <Button type="submit" color="danger" loading={end.isPending} style={{ alignSelf: 'flex-start' }}>
          Mandat beenden
        </Button>
      </Stack>
    </form>
  );
}
