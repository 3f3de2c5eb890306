import { Checkbox, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { donationInput, type Donation } from '#shared/money/donations/contract.ts';
import { donationKindNames, donationKinds } from '#shared/money/donations/words.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { DonorFields } from './DonorFields.tsx';
import { useDonationMutations } from './queries.ts';

type DonationDialogProps = {
  club: ClubName;
  /** The donation to edit; "new" for another one; undefined while closed. */
  of: Donation | 'new' | undefined;
  onClose: () => void;
};

/** Records a donation, or edits one that is on no receipt. */
export function DonationDialog({ club, of, onClose }: DonationDialogProps) {
  return (
    <Modal
      opened={of !== undefined}
      onClose={onClose}
      title={of === 'new' ? 'Spende eintragen' : 'Spende berichtigen'}
      closeOnClickOutside={false}
    >
      {of && <DonationForm club={club} of={of} onClose={onClose} />}
    </Modal>
  );
}

const kinds = donationKinds.map((kind) => ({ value: kind, label: donationKindNames[kind] }));

function DonationForm({ club, of, onClose }: DonationDialogProps) {
  const { create, update } = useDonationMutations();
  const known = of === 'new' ? undefined : of;
  const form = useShapeForm(
    {
      donorName: known?.donorName ?? '',
      donorAddress: known?.donorAddress ?? '',
      kind: known?.kind ?? ('money' as const),
      cents: known?.cents ?? 0,
      receivedOn: known?.receivedOn ?? today(),
      inCash: known?.inCash ?? false,
      note: known?.note ?? '',
    },
    donationInput,
  );
  const after = {
    onSuccess: () => {
      notify('Die Spende ist gespeichert.');
      onClose();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) =>
    known ? update.mutate({ ...values, id: known.id, version: known.version }, after) : create.mutate({ ...values, club }, after),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <DonorFields form={form} isFirst />
        <EuroField
          label="Betrag"
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        <DayField label="Eingang am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'receivedOn')} />
        <NativeSelect label="Art" data={kinds} {...form.getInputProps('kind')} />
        {form.values.kind === 'money' && (
          <Checkbox label="Bar erhalten, liegt in der Kasse" {...form.getInputProps('inCash', { type: 'checkbox' })} />
        )}
        <TextInput label="Notiz" maxLength={200} {...form.getInputProps('note')} />
        <FormProblem error={create.error ?? update.error} fields={Object.keys(form.values)} />
        <FormButtons action="Speichern" isBusy={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
