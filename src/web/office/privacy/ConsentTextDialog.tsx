import { Button, Checkbox, Modal, Stack, Textarea } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { consentNames } from '#shared/people/consents.ts';
import { newConsentText, type NewConsentText, type PurposeTexts } from '#shared/people/consentTexts/contract.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useConsentTextMutations } from './queries.ts';

type ConsentTextDialogProps = { club: ClubName; /** Undefined while closed. */ of: PurposeTexts | undefined; onClose: () => void };

/** Creates a new version of a consent text, with its first day and whether consents must be renewed. */
export function ConsentTextDialog({ club, of, onClose }: ConsentTextDialogProps) {
  return (
    <Modal
      opened={of !== undefined}
      onClose={onClose}
      title={of && `Neue Fassung: ${consentNames[of.purpose] ?? ''}`}
      size="lg"
      closeOnClickOutside={false}
      centered
    >
      {of && <ConsentTextForm club={club} of={of} onDone={onClose} />}
    </Modal>
  );
}

function ConsentTextForm({ club, of, onDone }: { club: ClubName; of: PurposeTexts; onDone: () => void }) {
  const { create } = useConsentTextMutations();
  const tomorrow = addDays(today(), 1);
  const form = useShapeForm<NewConsentText>({ text: of.versions[0]?.text ?? '', fromDay: tomorrow, asksAgain: true }, newConsentText);
  const save = form.onSubmit((input) =>
    create.mutate(
      { ...input, club, purpose: of.purpose },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Die neue Fassung ist gespeichert.');
          onDone();
        },
        onError: (refusal) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Textarea label="Text" required autosize minRows={3} maxLength={1000} {...form.getInputProps('text')} />
        <DayField label="Gilt ab" hasVisibleLabel isRequired min={tomorrow} {...dayInput(form, 'fromDay')} />
        <Checkbox
          label="Wer schon zugestimmt hat, wird neu gefragt"
          description="Nötig, wenn sich ändert, was erlaubt wird. Bis zur Antwort gilt nur, was vorher erlaubt wurde."
          {...form.getInputProps('asksAgain', { type: 'checkbox' })}
        />
        <FormProblem error={create.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
