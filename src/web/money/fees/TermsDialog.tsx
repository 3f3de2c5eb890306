import { Button, Modal, Select, Stack } from '@mantine/core';
import { feeRhythmNames, feeRhythms, memberMethodNames, memberMethods } from '#shared/money/fees/feeWords.ts';
import { feeTermsInput, type FeeTermsInput, type MemberFees } from '#shared/money/fees/memberFees.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMemberFeeMutations } from './memberQueries.ts';

type TermsFormProps = { personId: string; terms: MemberFees['terms']; onClose: () => void };

const rhythms = [{ value: '', label: 'wie die Regel' }, ...feeRhythms.map((value) => ({ value, label: feeRhythmNames[value] }))];
const methods = [
  { value: '', label: 'Lastschrift, wenn ein Mandat da ist' },
  ...memberMethods.map((value) => ({ value, label: memberMethodNames[value] })),
];

/** The rhythm and payment method of a member, from a given day. */
export function TermsDialog({ isOpen, ...form }: TermsFormProps & { isOpen: boolean }) {
  return (
    <Modal opened={isOpen} onClose={form.onClose} title="Zahlweise" closeOnClickOutside={false}>
      {isOpen && <TermsForm {...form} />}
    </Modal>
  );
}

function TermsForm({ personId, terms: { version: stored, ...values }, onClose }: TermsFormProps) {
  const { saveTerms } = useMemberFeeMutations();
  const { form, version, clash } = useRowForm<FeeTermsInput>({ version: stored }, values, feeTermsInput);
  const save = form.onSubmit((terms) =>
    saveTerms.mutate(
      { ...terms, id: personId, version },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Die Zahlweise ist gespeichert.');
          onClose();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Select
          label="Wie oft"
          description="Nur, was die Regel des Mitglieds anbietet."
          data={rhythms}
          allowDeselect={false}
          {...form.getInputProps('rhythm')}
          value={form.values.rhythm ?? ''}
          onChange={(value) => form.setFieldValue('rhythm', feeRhythms.find((one) => one === value) ?? null)}
        />
        <Select
          label="Zahlungsart"
          data={methods}
          allowDeselect={false}
          {...form.getInputProps('method')}
          value={form.values.method ?? ''}
          onChange={(value) => form.setFieldValue('method', memberMethods.find((one) => one === value) ?? null)}
        />
        <DayField
          label="Beitrag erst ab"
          hasVisibleLabel
          {...dayInput(form, 'feesFrom')}
          onChange={(day) => form.setFieldValue('feesFrom', day ?? null)}
        />
        <FormProblem error={saveTerms.error} fields={Object.keys(form.values)} clash={clash} />
        <Button type="submit" loading={saveTerms.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
