import { Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/clubs.ts';
import { memberBatchAtMost, type ListedMember, type MemberBatch } from '#shared/members.ts';
import { api } from '#web/lib/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useMutation } from '#web/lib/useMutation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { tellProblem } from '#web/ui/notices.tsx';
import { SelectionBar } from '#web/ui/SelectionBar.tsx';
import { BatchDialog } from './BatchDialog.tsx';

type MemberBulkBarProps = { club: ClubName; members: ListedMember[]; onClear: () => void };

const deeds: readonly { action: MemberBatch['action']; label: string }[] = [
  { action: 'setKind', label: 'Art ändern' },
  { action: 'setFeeGroup', label: 'Beitragsgruppe ändern' },
  { action: 'addDepartment', label: 'In Abteilung aufnehmen' },
  { action: 'endDepartment', label: 'Abteilung beenden' },
  { action: 'leave', label: 'Austritt eintragen' },
];

/** What can be done to all ticked members at once. */
export function MemberBulkBar({ club, members, onClear }: MemberBulkBarProps) {
  const [action, setAction] = useState<MemberBatch['action']>();
  const ids = members.map(({ id }) => id);
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.members.exportChosen({ club, ids, format }),
    onSuccess: saveFile,
    onError: tellProblem,
  });
  return (
    <>
      <SelectionBar count={members.length} onClear={onClear}>
        {members.length > memberBatchAtMost ? (
          <Text size="sm">Höchstens {memberBatchAtMost} auf einmal.</Text>
        ) : (
          <>
            <Menu position="top-end" shadow="md">
              <Menu.Target>
                <Button variant="default" px="sm" rightSection={<Icon name="chevron-up" size={16} />}>
                  Ändern
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {deeds.map((deed) => (
                  <Menu.Item key={deed.action} onClick={() => setAction(deed.action)}>
                    {deed.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <Button variant="default" px="sm" loading={exporting.isPending} onClick={() => exporting.mutate('xlsx')}>
              Excel
            </Button>
            <Button variant="default" px="sm" loading={exporting.isPending} onClick={() => exporting.mutate('csv')}>
              CSV
            </Button>
          </>
        )}
      </SelectionBar>
      {action && (
        <BatchDialog
          key={action}
          club={club}
          action={action}
          title={deeds.find((deed) => deed.action === action)?.label ?? ''}
          ids={ids}
          onClose={() => setAction(undefined)}
          onDone={onClear}
        />
      )}
    </>
  );
}
