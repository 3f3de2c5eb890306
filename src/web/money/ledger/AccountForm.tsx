import { Button, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSourceNames, sphereNames } from '#shared/money/books/words.ts';
import { bookedSources, ledgerAccountInput, type LedgerAccount, type LedgerAccountInput } from '#shared/money/ledger/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useLedgerMutations } from './queries.ts';

const spheres = taxSpheres.map((value) => ({ value, label: sphereNames[value] }));
const sources = bookedSources.map((value) => ({ value, label: chargeSourceNames[value] }));

type AccountFormProps = { club: ClubName; account: LedgerAccount | undefined; onDone: () => void };

/** Creates or edits a custom ledger account. */
export function AccountForm({ club, account, onDone }: AccountFormProps) {
  const { create, update, remove } = useLedgerMutations();
  const { form, version, clash } = useRowForm<LedgerAccountInput>(account ?? { version: 1 }, valuesOf(account), ledgerAccountInput);
  const running = account ? update : create;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Das Konto ist gespeichert.');
      onDone();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) => {
    if (account) update.mutate({ ...values, id: account.id, version }, settle);
    else create.mutate({ ...values, club }, settle);
  });
  const ask = () =>
    account &&
    confirm({
      title: 'Buchungskonto löschen?',
      text: `„${account.name}“ wird gelöscht.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate({ id: account.id }, { onSuccess: onDone, onError: notifyProblem }),
    });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        {account?.isUsed && <Text size="sm">Auf dieses Konto ist schon gebucht: Name und Bereich bleiben.</Text>}
        <TextInput label="Name" required maxLength={60} readOnly={account?.isUsed ?? false} {...form.getInputProps('name')} />
        <Select
          label="Bereich"
          data={spheres}
          allowDeselect={false}
          readOnly={account?.isUsed ?? false}
          {...form.getInputProps('sphere')}
        />
        <MultiSelect
          label="Forderungen"
          description="Bucht ab jetzt alles davon auf dieses Konto. Eine Beitragsregel wählt ihr Konto selbst."
          data={sources}
          {...form.getInputProps('sources')}
        />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {account && !account.isUsed && account.rules.length === 0 && (
            <Button variant="outline" color="danger" loading={remove.isPending} onClick={ask}>
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf(account: LedgerAccount | undefined): LedgerAccountInput {
  return { name: account?.name ?? '', sphere: account?.sphere ?? 'ideal', sources: account?.sources ?? [] };
}
