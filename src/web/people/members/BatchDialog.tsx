import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MemberBatch } from '#shared/people/members.ts';
import { memberKindNames, memberKinds, type MemberKind } from '#shared/people/memberWords.ts';
import { departmentsQuery } from '../parts/departments.ts';
import { newId } from '#web/lib/newId.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMemberMutations } from './queries.ts';

type BatchDialogProps = {
  club: ClubName;
  action: MemberBatch['action'];
  title: string;
  ids: string[];
  onClose: () => void;
  onDone: () => void;
};

/** What exactly is to be done to the ticked members, and the last look before it. */
export function BatchDialog({ club, action, title, ids, onClose, onDone }: BatchDialogProps) {
  const { batch } = useMemberMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  // One dialog is one action: a second press of the button must not do it twice.
  const [batchId] = useState(newId);
  const [kind, setKind] = useState<MemberKind>('active');
  const [feeGroup, setFeeGroup] = useState('');
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [day, setDay] = useState(today());
  const chosen = actionOf(action, { kind, feeGroup, departmentId, day });
  const save = () =>
    chosen &&
    batch.mutate(
      { batchId, ids, deed: chosen },
      {
        onSuccess: ({ count }) => {
          notify(
            count === ids.length ? `${count} Mitglieder geändert.` : `${count} Mitglieder geändert, bei den übrigen war nichts zu tun.`,
          );
          onDone();
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Schließen' }}>
      <Stack gap="sm">
        {action === 'setKind' && (
          <Select
            label="Art"
            data={memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }))}
            value={kind}
            onChange={(value) => setKind(memberKindNames.find((name) => name === value) ?? 'active')}
            allowDeselect={false}
          />
        )}
        {action === 'setFeeGroup' && (
          <TextInput
            label="Beitragsgruppe"
            maxLength={60}
            value={feeGroup}
            onChange={({ currentTarget }) => setFeeGroup(currentTarget.value)}
          />
        )}
        {(action === 'addDepartment' || action === 'endDepartment') && (
          <Select
            label="Abteilung"
            required
            data={departments.map(({ id, name }) => ({ value: id, label: name }))}
            value={departmentId}
            onChange={setDepartmentId}
            searchable
          />
        )}
        {action !== 'setKind' && action !== 'setFeeGroup' && (
          <DayField
            label={dayLabels[action]}
            hasVisibleLabel
            isRequired
            value={day || undefined}
            onChange={(value) => setDay(value ?? '')}
          />
        )}
        <Text size="sm">
          {ids.length === 1 ? 'Betrifft 1 Mitglied.' : `Betrifft ${ids.length} Mitglieder.`} Alle oder keines wird geändert.
        </Text>
        <FormProblem error={batch.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button {...(action === 'leave' && { color: 'red.9' })} disabled={!chosen} loading={batch.isPending} onClick={save}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const dayLabels = { addDepartment: 'Gilt ab', endDepartment: 'Nicht mehr ab', leave: 'Austritt zum' } as const;

type Chosen = { kind: MemberKind; feeGroup: string; departmentId: string | null; day: string };

/** The action as it stands in the dialog; undefined while something is missing. */
function actionOf(action: MemberBatch['action'], { kind, feeGroup, departmentId, day }: Chosen): MemberBatch | undefined {
  switch (action) {
    case 'setKind':
      return { action, kind };
    case 'setFeeGroup':
      return { action, feeGroup };
    case 'leave':
      return day ? { action, leftOn: day, leaveReason: '' } : undefined;
    default:
      return day && departmentId ? { action, departmentId, from: day } : undefined;
  }
}
