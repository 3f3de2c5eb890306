import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { SelectedBy } from '#shared/people/memberBatch.ts';
import { memberKinds } from '#shared/people/memberWords.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { CallError } from '#web/lib/call/call.ts';
import { newId } from '#web/lib/newId.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { batchResult } from './batchResult.ts';
import { batchFields, batchOf, batchShape, type BatchAction, type BatchValues } from './batchValues.ts';
import { useMemberMutations } from '../queries.ts';

type BatchDialogProps = {
  club: ClubName;
  action: BatchAction;
  title: string;
  ids: string[];
  /** The filter by which all were selected: if it finds others by now, nothing is changed. */ of: SelectedBy | undefined;
  onReselect: () => void;
  onClose: () => void;
  onDone: () => void;
};

const dayLabels = { addDepartment: 'Gilt ab', endDepartment: 'Nicht mehr ab', leave: 'Austritt zum' } as const;

/** The parameters of a bulk action, with a confirmation. */
export function BatchDialog({ club, action, title, ids, of, onReselect, onClose, onDone }: BatchDialogProps) {
  const { batch } = useMemberMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  // One batch per dialog: a double click must not run it twice.
  const [batchId] = useState(newId);
  const form = useShapeForm<BatchValues>({ kind: 'active', feeGroup: '', departmentId: null, day: today() }, batchShape(action), {
    fieldOf: batchFields,
  });
  const chosen = batchOf(action, form.values);
  const submit = form.onSubmit(
    () =>
      chosen &&
      batch.mutate(
        { batchId, ids, of, change: chosen },
        {
          onSuccess: (done) => {
            notify(batchResult(done, ids.length));
            onDone();
            onClose();
          },
          onError: (error) => applyProblem(form, error),
        },
      ),
  );
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {action === 'setKind' && (
            <Select
              label="Art"
              data={memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }))}
              allowDeselect={false}
              {...form.getInputProps('kind')}
            />
          )}
          {action === 'setFeeGroup' && <TextInput label="Beitragsgruppe" maxLength={60} {...form.getInputProps('feeGroup')} />}
          {(action === 'addDepartment' || action === 'endDepartment') && (
            <Select
              label="Abteilung"
              required
              data={departments.map(({ id, name }) => ({ value: id, label: name }))}
              searchable
              {...form.getInputProps('departmentId')}
            />
          )}
          {action !== 'setKind' && action !== 'setFeeGroup' && (
            <DayField label={dayLabels[action]} hasVisibleLabel isRequired {...dayInput(form, 'day')} />
          )}
          <Text size="sm">
            {ids.length === 1 ? 'Betrifft 1 Mitglied.' : `Betrifft ${ids.length.toLocaleString('de-DE')} Mitglieder.`} Alle oder keines wird
            geändert.{batch.isPending && ids.length > 500 && ' Das dauert einige Sekunden.'}
          </Text>
          <FormProblem error={batch.error} fields={['change']} />
          {batch.error instanceof CallError && batch.error.code === 'selection-changed' && (
            <Button variant="default" onClick={() => (onReselect(), onClose())}>
              Noch einmal alle auswählen
            </Button>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" {...(action === 'leave' && { color: 'danger' })} disabled={!chosen} loading={batch.isPending}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
