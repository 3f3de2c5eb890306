import { NumberInput, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { datevInput, type Datev, type LedgerAccount } from '#shared/money/datev/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDatevMutations } from './queries.ts';

/** Numbers are text while typing; each account has a field of its own. */
type Values = { adviser: number | string; client: number | string; accountLength: number | string; [account: string]: number | string };

const fieldFor = (place: string) => `at ${place}`;

function sent({ adviser, client, accountLength, ...typed }: Values, accounts: readonly LedgerAccount[]) {
  const number = (text: number | string) => (text === '' ? 0 : Number(text));
  return {
    adviser: number(adviser),
    client: number(client),
    accountLength: number(accountLength),
    accounts: accounts.map(({ place }) => ({ place, account: String(typed[fieldFor(place)] ?? '') })),
  };
}

type DatevFormProps = { club: ClubName; datev: Datev; onDone: () => void };

/** The tax adviser's numbers for the club and for each ledger account of the year. */
export function DatevForm({ club, datev: { settings, accounts }, onDone }: DatevFormProps) {
  const { save } = useDatevMutations();
  const stored: Values = {
    adviser: settings?.adviser ?? '',
    client: settings?.client ?? '',
    accountLength: settings?.accountLength ?? 4,
    ...Object.fromEntries(accounts.map(({ place, account }) => [fieldFor(place), account])),
  };
  const shape = z
    .custom<Values>()
    .transform((values) => sent(values, accounts))
    .pipe(datevInput);
  const fieldOf = Object.fromEntries(accounts.map(({ place }, at) => [`accounts.${at}.account`, fieldFor(place)]));
  const { form, version, clash } = useRowForm<Values>({ version: settings?.version ?? 0 }, stored, shape, { fieldOf });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { club, version, ...sent(values, accounts) },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Die Buchungskonten sind gespeichert.');
          onDone();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={560}>
        <NumberInput label="Beraternummer" required hideControls thousandSeparator="" {...form.getInputProps('adviser')} />
        <NumberInput label="Mandantennummer" required hideControls thousandSeparator="" {...form.getInputProps('client')} />
        <NumberInput label="Ziffern eines Kontos" required min={4} max={8} clampBehavior="none" {...form.getInputProps('accountLength')} />
        {accounts.map((one) => (
          <TextInput
            key={one.place}
            label={nameOf(one)}
            description={`${one.count === 1 ? '1 Buchung' : `${one.count} Buchungen`}: ${euros(one.inCents)} kamen, ${euros(one.outCents)} gingen`}
            inputMode="numeric"
            maxLength={8}
            {...form.getInputProps(fieldFor(one.place))}
          />
        ))}
        <FormProblem error={save.error} fields={['adviser', 'client', 'accountLength', 'accounts']} clash={clash} />
        <FormButtons action="Speichern" isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function nameOf({ label, sphere }: LedgerAccount): string {
  return sphere ? `${label} (${sphereNames[sphere]})` : label;
}
