import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { openingInput, type Balance } from '#shared/money/cash/contract.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useOpening } from './queries.ts';

type OpeningDialogProps = { club: ClubName; /** Undefined while closed. */ balance: Balance | undefined; onClose: () => void };

/** Asks for the balance of the account or cash box before the first booking. */
export function OpeningDialog({ club, balance, onClose }: OpeningDialogProps) {
  return (
    <Modal opened={balance !== undefined} onClose={onClose} title={titleOf(balance)} closeOnClickOutside={false} centered>
      {balance && <OpeningForm club={club} balance={balance} onClose={onClose} />}
    </Modal>
  );
}

function titleOf(balance: Balance | undefined): string {
  return balance ? `Anfangsbestand: ${balance.name}` : '';
}

type Values = { cents: number | null; day: string };

function OpeningForm({
  club,
  balance: { account, accountId, opening },
  onClose,
}: {
  club: ClubName;
  balance: Balance;
  onClose: () => void;
}) {
  const save = useOpening();
  const stored: Values = { cents: opening?.cents ?? null, day: opening?.day ?? `${today().slice(0, 4)}-01-01` };
  const { form, version, clash } = useRowForm<Values>({ version: opening?.version ?? 0 }, stored, openingInput);
  const submit = form.onSubmit(({ cents, day }) =>
    save.mutate(
      {
        club,
        account,
        accountId: account === 'bank' ? (accountId ?? undefined) : undefined,
        cents: cents ?? 0,
        day,
        version,
      },
      {
        onSuccess: () => (form.resetDirty(), notify('Der Anfangsbestand ist eingetragen.'), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {account === 'bank'
            ? 'Der Saldo des Kontos am Morgen dieses Tages. Er steht auf dem Auszug davor.'
            : 'Was am Morgen dieses Tages gezählt in der Kasse lag. Danach ist darin nie weniger als nichts.'}
        </Text>
        <EuroInput
          {...form.getInputProps('cents')}
          label="Betrag in Euro"
          required
          data-autofocus
          mayBeNegative
          cents={form.values.cents}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        <DayField label="Am Morgen des" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'day')} />
        <FormProblem error={save.error} fields={['cents', 'day']} clash={clash} />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
