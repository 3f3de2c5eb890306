import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { clubAccountInput, type ClubAccount, type ClubAccountInput } from '#shared/club/bankAccounts/contract.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useClubAccountMutations } from './queries.ts';

type AccountFormProps = {
  club: ClubName;
  account: ClubAccount | undefined;
  /** The accounts that the club has already: the first one collects and pays, others take its holder over. */
  others: readonly ClubAccount[];
  onDone: () => void;
};

/** Creates or edits a bank account of the club. */
export function AccountForm({ club, account, others, onDone }: AccountFormProps) {
  const { create, update } = useClubAccountMutations();
  const { form, version, clash } = useRowForm<ClubAccountInput>(account ?? { version: 1 }, valuesOf(account, others), clubAccountInput);
  const running = account ? update : create;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Das Konto ist gespeichert. Alle im Vorstand bekommen eine Mail.');
      onDone();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) => {
    if (account) update.mutate({ ...values, id: account.id, version }, settle);
    else create.mutate({ ...values, club }, settle);
  });
  const isFixed = Boolean(account?.isUsed && account.iban);
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" description="Wie das Konto im Verein heißt" required maxLength={60} {...form.getInputProps('name')} />
        <TextInput label="Kontoinhaber" description="Wie er bei der Bank steht" required maxLength={70} {...form.getInputProps('holder')} />
        <TextInput
          label="IBAN"
          {...(isFixed && { description: 'Darauf ist schon gebucht: Für eine neue IBAN legen Sie bitte ein neues Konto an.' })}
          required
          readOnly={isFixed}
          autoComplete="off"
          {...form.getInputProps('iban')}
        />
        <TextInput label="BIC" description="Nur für Überweisungen von außerhalb der EU" {...form.getInputProps('bic')} />
        <TextInput
          label="Gläubiger-Identifikationsnummer"
          description="Von der Bundesbank, z. B. DE98ZZZ09999999999. Ohne sie gibt es keine Lastschriften."
          {...form.getInputProps('creditorId')}
        />
        <TextInput
          label="Frühere Gläubiger-Identifikationsnummer"
          description="Nur wenn übernommene Mandate auf eine andere Nummer lauten: Die erste Lastschrift nennt sie der Bank."
          {...form.getInputProps('formerCreditorId')}
        />
        <Uses form={form} others={others.filter(({ id }) => id !== account?.id)} />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Button type="submit" loading={running.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

type UsesProps = { form: ReturnType<typeof useRowForm<ClubAccountInput>>['form']; others: readonly ClubAccount[] };

/** Which account collects and which one pays: one of each. */
function Uses({ form, others }: UsesProps) {
  const collects = others.find(({ isCollect }) => isCollect);
  const pays = others.find(({ isPay }) => isPay);
  return (
    <>
      <Checkbox
        label="Auf dieses Konto wird überwiesen und eingezogen"
        description={collects && `Bisher: ${collects.line}`}
        {...form.getInputProps('isCollect', { type: 'checkbox' })}
      />
      <Checkbox
        label="Von diesem Konto wird ausgezahlt"
        description={pays && `Bisher: ${pays.line}`}
        {...form.getInputProps('isPay', { type: 'checkbox' })}
      />
      <Text size="sm">Beim Lastschriftlauf und bei der Sammelüberweisung lässt sich jedes Mal ein anderes wählen.</Text>
    </>
  );
}

function valuesOf(account: ClubAccount | undefined, others: readonly ClubAccount[]): ClubAccountInput {
  const known = others.find(({ isCollect }) => isCollect);
  return {
    name: account?.name ?? '',
    holder: account?.holder ?? known?.holder ?? '',
    iban: ibanInFours(account?.iban ?? ''),
    bic: account?.bic ?? '',
    creditorId: account ? account.creditorId : (known?.creditorId ?? ''),
    formerCreditorId: account?.formerCreditorId ?? '',
    isCollect: account ? account.isCollect : others.length === 0,
    isPay: account ? account.isPay : others.length === 0,
  };
}
