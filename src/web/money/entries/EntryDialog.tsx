import { Button, Modal, NativeSelect, Stack } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { moneyAccountNames, moneyAccounts, type MoneyAccount } from '#shared/money/cash/words.ts';
import { entryInput } from '#shared/money/entries/contract.ts';
import { categoryOf, type EntryCategory } from '#shared/money/entries/words.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { bothWays, EntryFields } from './EntryFields.tsx';
import { useEntryMutations } from './queries.ts';

const places = moneyAccounts.toReversed().map((value) => ({ value, label: moneyAccountNames[value] }));

type EntryDialogProps = { club: ClubName; isOpen: boolean; onClose: () => void };

/** Records cash income or expenses, or ones that are on no imported statement. */
export function EntryDialog({ isOpen, ...props }: EntryDialogProps) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title="Einnahme oder Ausgabe eintragen" closeOnClickOutside={false} centered>
      {isOpen && <EntryForm {...props} />}
    </Modal>
  );
}

function EntryForm({ club, onClose }: Omit<EntryDialogProps, 'isOpen'>) {
  const { create } = useEntryMutations();
  const first: EntryCategory = 'event_income';
  const account: MoneyAccount = 'cash';
  const form = useShapeForm(
    { category: first, sphere: categoryOf(first).sphere, account, text: '', cents: 0, bookedOn: today() },
    entryInput,
  );
  const submit = form.onSubmit((values) =>
    create.mutate(
      { ...values, club },
      {
        onSuccess: ({ category, cents }) => (notify(`${categoryOf(category).label}: ${euros(cents)} ist eingetragen.`), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <EntryFields form={form} categories={bothWays} />
        {!categoryOf(form.values.category).isTransfer && <NativeSelect label="Wo" data={places} {...form.getInputProps('account')} />}
        <EuroField
          label="Betrag in Euro"
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        <DayField label="Am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'bookedOn')} />
        <FormProblem error={create.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
          Eintragen
        </Button>
      </Stack>
    </form>
  );
}
