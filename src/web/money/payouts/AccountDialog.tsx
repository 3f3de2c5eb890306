import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { spokenName } from '#shared/kernel/fullName.ts';
import { payeeAccountInput, type PayoutCandidate } from '#shared/money/payouts/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { usePayoutMutations } from './queries.ts';

type Payee = Pick<PayoutCandidate, 'payeeId' | 'name'>;

/** Enters the account for payouts to a person. */
export function AccountDialog({ payee, onClose }: { payee: Payee | undefined; onClose: () => void }) {
  return (
    <Modal opened={payee !== undefined} onClose={onClose} title={payee && `Konto von ${payee.name}`} closeOnClickOutside={false}>
      {payee && <AccountForm payee={payee} onClose={onClose} />}
    </Modal>
  );
}

function AccountForm({ payee: { payeeId: personId, name }, onClose }: { payee: Payee; onClose: () => void }) {
  const { setAccount } = usePayoutMutations();
  const form = useShapeForm({ holder: spokenName(name), iban: '' }, payeeAccountInput);
  const save = form.onSubmit((values) =>
    setAccount.mutate(
      { ...values, personId },
      {
        onSuccess: ({ payableFrom }) => {
          notify(payableFrom ? `Gespeichert. Gezahlt wird dorthin ab ${germanDate(payableFrom)}.` : 'Das Konto ist gespeichert.');
          onClose();
        },
        onError: (refusal) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">Die Person bekommt eine Mail. Ein geändertes Konto wartet drei Tage.</Text>
        <TextInput
          label="Kontoinhaber"
          description="Genau wie bei der Bank: Sie vergleicht Namen und Konto."
          required
          maxLength={70}
          autoComplete="off"
          {...form.getInputProps('holder')}
        />
        <TextInput label="IBAN" required autoComplete="off" data-autofocus {...form.getInputProps('iban')} />
        <FormProblem error={setAccount.error} fields={['holder', 'iban']} />
        <Button type="submit" loading={setAccount.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
