import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import {
  contractInput,
  contractKindNames,
  contractKinds,
  holdsOn,
  jointConsentUntil,
  type TrainerContract,
} from '#shared/people/trainers/contracts.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { EditedList, EntryButtons } from '#web/ui/decisions/EditedList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { useContracts } from './queries.ts';
import classes from './trainers.module.css';

type ContractsPartProps = { personId: string; contracts: readonly TrainerContract[] };

/** A person's contracts, which are the basis of payment, with a form to add one. */
export function ContractsPart({ personId, contracts }: ContractsPartProps) {
  return (
    <section aria-label="Vertrag und Vergütung">
      <h3 className={classes['heading']}>Vertrag und Vergütung</h3>
      <EditedList
        entries={contracts}
        none={
          <Text size="sm" c="dimmed">
            Noch kein Vertrag eingetragen. Stunden zählen bis dahin auf den Freibetrag für Übungsleitungen.
          </Text>
        }
        addLabel="Vertrag eintragen"
        className={classes['proofs']}
        renderEntry={(one, onEdit) => <Contract one={one} onEdit={onEdit} />}
        renderForm={(of, onDone) => <ContractForm personId={personId} of={of} onDone={onDone} />}
      />
    </section>
  );
}

function Contract({ one, onEdit }: { one: TrainerContract; onEdit: () => void }) {
  const { remove } = useContracts();
  const title = contractKindNames[one.kind];
  const ask = () =>
    confirm({
      title: 'Vertrag löschen?',
      text: `${title} ab ${germanDate(one.validFrom)}. Ist er nur zu Ende, tragen Sie „Bis“ ein.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(one.id, { onSuccess: () => notify('Der Vertrag ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <>
      <ContractLine one={one} />
      <EntryButtons title={title} onEdit={onEdit} onRemove={ask} />
    </>
  );
}

/** One contract: its kind, its period, its state and the hourly rate. */
export function ContractLine({ one }: { one: TrainerContract }) {
  const holds = holdsOn(one, today());
  return (
    <>
      <strong>{contractKindNames[one.kind]}</strong>
      <Text size="sm" c="dimmed">
        {[
          `ab ${germanDate(one.validFrom)}`,
          one.validTo && `bis ${germanDate(one.validTo)}`,
          one.centsPerHour !== null && holds && `${euros(one.centsPerHour)} je Stunde`,
          one.hasJointConsent && `Zustimmung nach § 127 SGB IV bis ${germanDate(jointConsentUntil)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <StateMark tone={holds ? 'good' : 'quiet'}>{holds ? 'Gilt' : 'Gilt heute nicht'}</StateMark>
    </>
  );
}

const kinds = contractKinds.map((value) => ({ value, label: contractKindNames[value] }));

function ContractForm({ personId, of, onDone }: { personId: string; of: TrainerContract | undefined; onDone: () => void }) {
  const { create, update } = useContracts();
  const form = useShapeForm(
    {
      kind: of?.kind ?? ('trainer' as const),
      validFrom: of?.validFrom ?? '',
      validTo: of?.validTo ?? '',
      hasJointConsent: of?.hasJointConsent ?? false,
    },
    contractInput,
  );
  const kind = form.getInputProps('kind');
  const after = {
    onSuccess: () => {
      notify('Der Vertrag ist gespeichert.');
      onDone();
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const submit = form.onSubmit((values) => {
    if (of) update.mutate({ ...values, id: of.id, version: of.version }, after);
    else create.mutate({ ...values, personId }, after);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" mt="xs">
        <NativeSelect
          label="Art"
          data={kinds}
          {...kind}
          onChange={(event) => {
            kind.onChange(event);
            // Other kinds do not have this consent, and its field is hidden: the error would be invisible.
            form.setFieldValue('hasJointConsent', false);
          }}
        />
        <DayField label="Vom" hasVisibleLabel isRequired {...dayInput(form, 'validFrom')} />
        <DayField label="Bis" hasVisibleLabel {...dayInput(form, 'validTo')} />
        {form.values.kind === 'fee' && (
          <Checkbox
            label={`Beide Seiten stimmen zu, dass bis ${germanDate(jointConsentUntil)} keine Sozialversicherung anfällt (§ 127 SGB IV)`}
            {...form.getInputProps('hasJointConsent', { type: 'checkbox' })}
          />
        )}
        <FormProblem error={create.error ?? update.error} fields={Object.keys(form.values)} />
        <Group gap="xs">
          <Button type="submit" loading={create.isPending || update.isPending}>
            Speichern
          </Button>
          <Button variant="default" onClick={onDone}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
