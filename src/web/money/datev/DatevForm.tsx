import { NumberInput, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { datevInput, type Datev, type LedgerAccount } from '#shared/money/datev/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDatevMutations } from './queries.ts';

/** Numbers are text while typing. */
type Values = {
  adviser: number | string;
  client: number | string;
  accountLength: number | string;
  accounts: { place: string; account: string }[];
};

const shape = z
  .custom<Values>()
  .transform((values) => sent(values))
  .pipe(datevInput);

function sent({ adviser, client, accountLength, accounts }: Values) {
  const number = (typed: number | string) => (typed === '' ? 0 : Number(typed));
  return { adviser: number(adviser), client: number(client), accountLength: number(accountLength), accounts };
}

type DatevFormProps = { club: ClubName; datev: Datev; onDone: () => void };

/** The tax adviser's numbers for the club and for each ledger account of the year. */
export function DatevForm({ club, datev: { settings, accounts }, onDone }: DatevFormProps) {
  const { save } = useDatevMutations();
  const form = useShapeForm<Values>(
    {
      adviser: settings?.adviser ?? '',
      client: settings?.client ?? '',
      accountLength: settings?.accountLength ?? 4,
      accounts: accounts.map(({ place, account }) => ({ place, account })),
    },
    shape,
  );
  const submit = form.onSubmit((values) =>
    save.mutate(
      { club, version: settings?.version ?? 0, ...sent(values) },
      {
        onSuccess: () => (notify('Die Buchungskonten sind gespeichert.'), onDone()),
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
        {accounts.map((one, at) => (
          <TextInput
            key={one.place}
            label={nameOf(one)}
            description={`${one.count === 1 ? '1 Buchung' : `${one.count} Buchungen`}: ${euros(one.inCents)} kamen, ${euros(one.outCents)} gingen`}
            inputMode="numeric"
            maxLength={8}
            {...form.getInputProps(`accounts.${at}.account`)}
          />
        ))}
        <FormProblem error={save.error} fields={['adviser', 'client', 'accountLength', 'accounts']} />
        <FormButtons action="Speichern" isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function nameOf({ label, sphere }: LedgerAccount): string {
  return sphere ? `${label} (${sphereNames[sphere]})` : label;
}
