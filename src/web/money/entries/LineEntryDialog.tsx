import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { lineDonationInput, type KeptLine } from '#shared/money/bankLines.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useBankMutations } from '../bank/bankQueries.ts';
import { DonorFields } from '../donations/DonorFields.tsx';
import { LinePartsForm } from './LinePartsForm.tsx';

type LineEntryDialogProps = { /** Undefined while closed. */ line: KeptLine | undefined; onClose: () => void };
type FormProps = { line: KeptLine; onClose: () => void };

/** Books a transaction without a charge: other income, an expense, or a donation. */
export function LineEntryDialog({ line, onClose }: LineEntryDialogProps) {
  return (
    <Modal opened={line !== undefined} onClose={onClose} title="Bankzeile buchen" centered>
      {line && <Choice key={line.id} line={line} onClose={onClose} />}
    </Modal>
  );
}

function Choice({ line, onClose }: FormProps) {
  const [isDonation, setIsDonation] = useState(line.cents > 0 && /spende/i.test(line.purpose));
  return (
    <Stack gap="sm">
      <Text size="sm">
        {line.name || 'Ohne Namen'}: {euros(line.cents)} am {germanDate(line.day)}. {line.purpose}
      </Text>
      {line.cents > 0 && (
        <NativeSelect
          label="Was ist es?"
          data={[
            { value: 'income', label: 'Andere Einnahme' },
            { value: 'donation', label: 'Spende' },
          ]}
          value={isDonation ? 'donation' : 'income'}
          onChange={({ currentTarget }) => setIsDonation(currentTarget.value === 'donation')}
        />
      )}
      {isDonation ? <DonationForm line={line} onClose={onClose} /> : <LinePartsForm line={line} onClose={onClose} />}
    </Stack>
  );
}

function DonationForm({ line, onClose }: FormProps) {
  const { donate } = useBankMutations();
  const form = useShapeForm({ donorName: line.name.slice(0, 120), donorAddress: '', note: line.purpose.slice(0, 200) }, lineDonationInput);
  const submit = form.onSubmit((values) =>
    donate.mutate(
      { ...values, id: line.id, version: line.version },
      {
        onSuccess: () => (notify(`Die Spende über ${euros(line.cents)} ist eingetragen.`), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DonorFields form={form} />
        <TextInput label="Notiz" maxLength={200} {...form.getInputProps('note')} />
        <FormProblem error={donate.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={donate.isPending} style={{ alignSelf: 'flex-start' }}>
          Als Spende eintragen
        </Button>
      </Stack>
    </form>
  );
}
