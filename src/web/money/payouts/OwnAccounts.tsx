import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { payeeAccountInput, type OwnPayeeAccount } from '#shared/money/payouts/contract.ts';
import { boot } from '#web/lib/boot.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { ownAccountsQuery, useOwnAccount } from './ownQueries.ts';

/** The viewer's accounts to which clubs pay refunds and fees for trainers. */
export function OwnAccounts() {
  const { data = [] } = useQuery(ownAccountsQuery());
  const [asked, setAsked] = useState<OwnPayeeAccount>();
  if (data.length === 0) return null;
  return (
    <RowPart
      id="auszahlung"
      title="Konto für Auszahlungen"
      state={accountsInWords(data)}
      lead="Dorthin gehen Erstattungen und was Sie als Übungsleitung bekommen."
    >
      <Stack gap="sm">
        {data.map((one) => (
          <div key={one.personId}>
            <Text size="sm">
              {boot.clubs[one.club].displayName}: {one.account ? `${one.account}, ${one.holder}` : 'noch keines eingetragen'}
              {one.payableFrom && `, gezahlt wird dorthin ab ${germanDate(one.payableFrom)}`}
            </Text>
            <Button
              variant="default"
              mt={4}
              aria-label={`Konto für Auszahlungen bei ${boot.clubs[one.club].displayName}`}
              onClick={() => setAsked(one)}
            >
              {one.account ? 'Ändern' : 'Eintragen'}
            </Button>
          </div>
        ))}
      </Stack>
      <Modal opened={asked !== undefined} onClose={() => setAsked(undefined)} title="Konto für Auszahlungen" closeOnClickOutside={false}>
        {asked && <OwnAccountForm known={asked} onClose={() => setAsked(undefined)} />}
      </Modal>
    </RowPart>
  );
}

function accountsInWords(accounts: readonly OwnPayeeAccount[]): string {
  const known = accounts.filter(({ account }) => account).length;
  if (known === accounts.length) return 'Eingetragen';
  return known === 0 ? 'Noch keines eingetragen' : `${known} von ${accounts.length} eingetragen`;
}

function OwnAccountForm({ known, onClose }: { known: OwnPayeeAccount; onClose: () => void }) {
  const save = useOwnAccount();
  const form = useShapeForm({ holder: known.holder || known.name, iban: '' }, payeeAccountInput);
  const submit = form.onSubmit((values) =>
    save.mutate(
      { ...values, personId: known.personId },
      {
        onSuccess: ({ payableFrom }) => (
          notify(payableFrom ? `Gespeichert. Gezahlt wird dorthin ab ${germanDate(payableFrom)}.` : 'Das Konto ist gespeichert.'),
          onClose()
        ),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">Sie bekommen eine Mail. Ein geändertes Konto wartet drei Tage, damit niemand Geld umleitet.</Text>
        <TextInput label="Kontoinhaber" description="Genau wie bei der Bank" required maxLength={70} {...form.getInputProps('holder')} />
        <TextInput label="IBAN" required autoComplete="off" data-autofocus {...form.getInputProps('iban')} />
        <FormProblem error={save.error} fields={['holder', 'iban']} />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
