import { Button, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chosenAtMost, memberBatchAtMost } from '#shared/people/memberBatch.ts';
import type { SelectedBy } from '#shared/people/memberBatch.ts';
import type { ListedMember } from '#shared/people/members.ts';
import type { BatchAction } from './batchValues.ts';
import { may } from '#shared/kernel/rights.ts';
import { api } from '#web/lib/call/call.ts';
import { useMailTo } from '../../parts/mailTo.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';

const BatchDialog = lazyPart(async () => (await import('./BatchDialog.tsx')).BatchDialog, null);

type MemberBulkBarProps = {
  club: ClubName;
  ids: readonly string[];
  /** The filter by which all were selected, if they were. */ of: SelectedBy | undefined;
  /** How many selected rows the list does not show, e.g. after a search. */ unseen: number;
  /** How many more the filter finds; 0 if none or unknown. */ others: number;
  /** The columns that the table shows, if it is one of members. */ shown?: readonly Column<ListedMember>[];
  onSelectAll: () => void;
  onClear: () => void;
};

const actions: readonly { action: BatchAction; label: string }[] = [
  { action: 'setKind', label: 'Art ändern' },
  { action: 'setFeeGroup', label: 'Beitragsgruppe ändern' },
  { action: 'addDepartment', label: 'In Abteilung aufnehmen' },
  { action: 'endDepartment', label: 'Abteilung beenden' },
  { action: 'leave', label: 'Austritt eintragen' },
];

/** The bulk actions on selected members. */
export function MemberBulkBar({ club, ids, of, unseen, others, shown, onSelectAll, onClear }: MemberBulkBarProps) {
  const { user } = useAuth();
  const mailTo = useMailTo();
  const isWide = useWide();
  const [action, setAction] = useState<BatchAction>();
  const exporting = useExport((wanted) => api.members.exportChosen({ club, ids: [...ids], ...wanted }));
  const isTooMany = ids.length > memberBatchAtMost;
  // Mails are only sent on behalf of the user's own club.
  const mayMail = user?.club.name === club && may({ role: user.role.name }, 'mail.send', 'club');
  return (
    <>
      <SelectionBar count={ids.length} unseen={unseen} onClear={onClear}>
        {others > 0 && (
          <Button variant="subtle" px="sm" onClick={onSelectAll}>
            {`Alle ${others < 1000 ? `${ids.length - unseen + others} ` : ''}auswählen`}
          </Button>
        )}
        {mayMail && ids.length <= chosenAtMost && (
          <Button variant="default" px="sm" onClick={() => mailTo(ids)}>
            Rundmail
          </Button>
        )}
        {isTooMany ? (
          <Text size="sm">Höchstens {memberBatchAtMost.toLocaleString('de-DE')} auf einmal.</Text>
        ) : (
          <>
            <Menu position="top-end" shadow="md">
              <Menu.Target>
                <Button variant="default" px="sm" rightSection={<Icon name="chevron-up" size={16} />}>
                  Ändern
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {actions.map((one) => (
                  <Menu.Item key={one.action} onClick={() => setAction(one.action)}>
                    {one.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <ExportMenu {...exporting} {...(isWide && shown && { shown })} />
          </>
        )}
      </SelectionBar>
      {action && (
        <BatchDialog
          key={action}
          club={club}
          action={action}
          title={actions.find((one) => one.action === action)?.label ?? ''}
          ids={[...ids]}
          of={of}
          onReselect={onSelectAll}
          onClose={() => setAction(undefined)}
          onDone={onClear}
        />
      )}
    </>
  );
}
