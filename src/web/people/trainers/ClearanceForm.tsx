import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { clearanceInput, clearanceResultNames, clearanceResults, type ClearanceView } from '#shared/people/clearances.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useClearances } from './queries.ts';

type Whom = Pick<ClearanceView, 'personId' | 'name' | 'noted' | 'lastDay' | 'version'>;
type ClearanceFormProps = { of: Whom; onDone: () => void };

const empty = { certificateOn: '', seenOn: '', result: '', dutyEndedOn: '' };

/** Records that a board member inspected a certificate of good conduct. There is deliberately no upload. */
export function ClearanceForm({ of, onDone }: ClearanceFormProps) {
  const { note, remove } = useClearances();
  const { form, version, clash } = useRowForm(
    of,
    { ...empty, seenOn: today(), ...of.noted, ...(of.lastDay && { dutyEndedOn: of.lastDay }) },
    clearanceInput.omit({ version: true }),
  );
  const submit = form.onSubmit((values) =>
    note.mutate(
      { ...clearanceInput.omit({ version: true }).parse(values), personId: of.personId, version },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Gespeichert.');
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  const askRemove = () =>
    confirm({
      title: 'Angaben löschen?',
      text: `Das Führungszeugnis von ${of.name} gilt dann als nicht vorgelegt.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(of.personId, { onSuccess: () => (form.resetDirty(), onDone()) }),
    });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          Lassen Sie sich das erweiterte Führungszeugnis zeigen und geben Sie es zurück. Eine Kopie dürfen Sie nicht aufheben.
        </Text>
        <DayField label="Datum des Führungszeugnisses" hasVisibleLabel max={today()} {...dayInput(form, 'certificateOn')} />
        <DayField label="Eingesehen am" hasVisibleLabel max={today()} {...dayInput(form, 'seenOn')} />
        <Radio.Group label="Ergebnis" {...form.getInputProps('result')}>
          <Stack gap="xs" mt={4}>
            {clearanceResults.map((result) => (
              <Radio key={result} value={result} label={clearanceResultNames[result]} />
            ))}
          </Stack>
        </Radio.Group>
        <DayField label="Letzter Tag der Tätigkeit" hasVisibleLabel {...dayInput(form, 'dutyEndedOn')} />
        <Text size="sm" c="dimmed">
          {of.lastDay
            ? `${of.name} leitet nichts mehr: Vorgeschlagen ist der letzte Termin. `
            : 'Nur ausfüllen, wenn die Tätigkeit endet. '}
          Drei Monate danach löscht das Portal diese Angaben.
        </Text>
        <FormProblem error={note.error ?? remove.error} fields={Object.keys(form.values)} clash={clash} />
        <Group justify="space-between" gap="xs">
          {of.noted ? (
            <Button variant="subtle" color="danger" loading={remove.isPending} onClick={askRemove}>
              Löschen
            </Button>
          ) : (
            <Button variant="default" onClick={onDone}>
              Abbrechen
            </Button>
          )}
          <Button type="submit" loading={note.isPending}>
            Speichern
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
