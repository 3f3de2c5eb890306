import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { notifyUntil } from '#shared/office/privacyLog/clock.ts';
import { extensionInput, type PrivacyCase } from '#shared/office/privacyLog/contract.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCaseMutations } from './queries.ts';

type ExtensionDialogProps = { of: PrivacyCase | undefined; onClose: () => void };

/** Extends a request's deadline by two months; closed while `of` is undefined. */
export function ExtensionDialog({ of, onClose }: ExtensionDialogProps) {
  return (
    <Modal opened={of !== undefined} onClose={onClose} title="Frist um zwei Monate verlängern" closeOnClickOutside={false}>
      {of && <ExtensionForm of={of} onClose={onClose} />}
    </Modal>
  );
}

function ExtensionForm({ of, onClose }: { of: PrivacyCase; onClose: () => void }) {
  const { extend } = useCaseMutations();
  const form = useShapeForm({ reason: '', toldOn: today() }, extensionInput);
  const submit = form.onSubmit((values) =>
    extend.mutate(
      { ...values, id: of.id, version: of.version },
      {
        onSuccess: () => {
          notify('Die Frist ist verlängert.');
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Nur einmal und nur, wenn es viele oder schwierige Anfragen sind. Wer fragt, muss Grund und Verlängerung bis zum{' '}
          {germanDate(notifyUntil(of.knownAt))} erfahren.
        </Text>
        <Textarea label="Grund" required autosize minRows={2} maxLength={1000} data-autofocus {...form.getInputProps('reason')} />
        <DayField label="Mitgeteilt am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'toldOn')} />
        <FormProblem error={extend.error} fields={['reason', 'toldOn']} />
        <FormButtons action="Verlängern" isBusy={extend.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
