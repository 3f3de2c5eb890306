import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { processorInput, type Processor } from '#shared/office/processors.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { EditedList, EntryButtons } from '#web/ui/decisions/EditedList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { processorsQuery, useProcessors } from './queries.ts';
import classes from './privacy.module.css';

/** The club's data processors with the dates of their contracts: printed with the record, edited here. */
export function ProcessorsPart({ club }: { club: ClubName }) {
  const query = useQuery(processorsQuery(club));
  if (!query.data) return <Loading query={query} />;
  return (
    <section aria-label="Auftragsverarbeitung">
      <h3>Auftragsverarbeitung (Art. 28 DSGVO)</h3>
      <EditedList
        entries={query.data}
        none={<Text>Noch nichts eingetragen, zum Beispiel Mailanbieter und Betreiber des Servers.</Text>}
        addLabel="Auftragsverarbeiter eintragen"
        className={classes['processors']}
        renderEntry={(one, onEdit) => <Line one={one} onEdit={onEdit} />}
        renderForm={(of, onDone) => <ProcessorForm club={club} of={of} onDone={onDone} />}
      />
    </section>
  );
}

function Line({ one, onEdit }: { one: Processor; onEdit: () => void }) {
  const { remove } = useProcessors();
  const ask = () =>
    confirm({
      title: 'Auftragsverarbeiter löschen?',
      text: `${one.name} (${one.service}) steht danach nicht mehr im Verzeichnis.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(one.id, { onSuccess: () => notify('Der Dienstleister ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <>
      <strong>{one.name}</strong> · {one.service}
      <div>
        {one.contractOn === '' ? (
          <StateMark tone="waiting">Vertrag fehlt</StateMark>
        ) : (
          <Text size="sm" c="dimmed">
            Vertrag vom {germanDate(one.contractOn)}
          </Text>
        )}
      </div>
      <EntryButtons title={one.name} onEdit={onEdit} onRemove={ask} />
    </>
  );
}

function ProcessorForm({ club, of, onDone }: { club: ClubName; of: Processor | undefined; onDone: () => void }) {
  const { create, update } = useProcessors();
  const { name = '', service = '', contractOn = '' } = of ?? {};
  const form = useShapeForm({ name, service, contractOn }, processorInput);
  const after = {
    onSuccess: () => {
      notify('Der Dienstleister ist gespeichert.');
      onDone();
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const submit = form.onSubmit((values) => {
    if (of) update.mutate({ ...values, id: of.id, version: of.version }, after);
    else create.mutate({ ...values, club }, after);
  });
  return (
    <form className="no-print" onSubmit={submit} noValidate>
      <Stack gap="sm" mt="xs" maw={480}>
        <TextInput label="Wer" required maxLength={120} {...form.getInputProps('name')} />
        <TextInput label="Wofür" required maxLength={120} placeholder="Mails" {...form.getInputProps('service')} />
        <DayField label="Vertrag vom" hasVisibleLabel {...dayInput(form, 'contractOn')} />
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
