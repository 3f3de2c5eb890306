import { Modal, Radio, Stack, Textarea } from '@mantine/core';
import { closingInput, type PrivacyCase } from '#shared/office/privacyLog/contract.ts';
import { caseOutcomeNames, outcomesOf, outcomesWithReason } from '#shared/office/privacyLog/words.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCaseMutations } from './queries.ts';

type ClosingDialogProps = { of: PrivacyCase | undefined; onClose: () => void };

/** Records how a case ended; closed while `of` is undefined. */
export function ClosingDialog({ of, onClose }: ClosingDialogProps) {
  return (
    <Modal
      opened={of !== undefined}
      onClose={onClose}
      title={of?.kind === 'breach' ? 'Vorfall abschließen' : 'Anfrage abschließen'}
      closeOnClickOutside={false}
    >
      {of && <ClosingForm of={of} onClose={onClose} />}
    </Modal>
  );
}

function ClosingForm({ of, onClose }: { of: PrivacyCase; onClose: () => void }) {
  const { close } = useCaseMutations();
  const form = useShapeForm({ outcome: '', outcomeOn: today(), outcomeText: '' }, closingInput);
  const { outcome } = form.values;
  const submit = form.onSubmit((values) =>
    close.mutate(
      { ...closingInput.parse(values), id: of.id, version: of.version },
      {
        onSuccess: () => {
          notify('Abgeschlossen.');
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Radio.Group label="Ergebnis" required {...form.getInputProps('outcome')}>
          <Stack gap="xs" mt="xs">
            {outcomesOf[of.kind].map((one) => (
              <Radio key={one} value={one} label={caseOutcomeNames[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <DayField label="Am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'outcomeOn')} />
        <Textarea
          label={outcomesWithReason.some((one) => one === outcome) ? 'Warum?' : 'Dazu'}
          description={
            outcome === 'reported' ? 'Zum Beispiel das Aktenzeichen; nach 72 Stunden auch, warum die Meldung später kam.' : undefined
          }
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('outcomeText')}
        />
        <FormProblem error={close.error} fields={Object.keys(form.values)} />
        <FormButtons action="Abschließen" isBusy={close.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
