import { Button, Modal, NativeSelect, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { moneyAccountNames, type MoneyAccount } from '#shared/money/cash/words.ts';
import { entryInput } from '#shared/money/entries/contract.ts';
import { categoryOf, type EntryCategory } from '#shared/money/entries/words.ts';
import { useOpenAccounts } from '#web/club/parts/clubAccounts.ts';
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
    {
      category: first,
      sphere: categoryOf(first).sphere,
      account,
      accountId: undefined as string | undefined,
      text: '',
      cents: 0,
      bookedOn: today(),
    },
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
        <PlaceField form={form} club={club} />
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

type PlaceFieldProps = {
  form: UseFormReturnType<{ category: EntryCategory; account: MoneyAccount; accountId: string | undefined }>;
  club: ClubName;
};

/** The cash box or one of the bank accounts; a transfer is entered on its bank account. */
function PlaceField({ form, club }: PlaceFieldProps) {
  const accounts = useOpenAccounts('isCollect', club);
  const { category, account, accountId } = form.values;
  const isTransfer = categoryOf(category).transfer !== undefined;
  const banks = accounts.map(({ id, line }) => ({ value: id, label: line }));
  const places = [
    ...(isTransfer ? [] : [{ value: 'cash', label: moneyAccountNames.cash }]),
    ...(banks.length > 0 ? banks : [{ value: 'bank', label: moneyAccountNames.bank }]),
  ];
  if (places.length < 2) return null;
  const choose = (value: string) => {
    const isBank = value !== 'cash';
    form.setFieldValue('account', isBank ? 'bank' : 'cash');
    form.setFieldValue('accountId', isBank && value !== 'bank' ? value : undefined);
  };
  const chosen = accountId ?? (isTransfer ? banks[0]?.value : account);
  return (
    <NativeSelect
      label="Wo"
      data={places}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      error={form.errors['accountId']}
    />
  );
}
