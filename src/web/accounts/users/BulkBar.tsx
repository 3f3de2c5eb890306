import { Button, Text } from '@mantine/core';
import { userBatchAtMost } from '#shared/accounts/users.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import type { BatchAction } from './queries.ts';

type BulkBarProps = {
  count: number;
  /** How many selected rows the list does not show, e.g. after a search. */ unseen: number;
  /** Whether the filter finds rows that are not selected, because they are not loaded. */ hasOthers: boolean;
  isBusy: boolean;
  onAction: (action: BatchAction) => void;
  onSelectAll: () => void;
  onClear: () => void;
};

const actions: readonly { action: BatchAction; label: string }[] = [
  { action: 'disable', label: 'Sperren' },
  { action: 'enable', label: 'Entsperren' },
  { action: 'revokeSessions', label: 'Ausloggen' },
];

/** The bulk actions on selected users. */
export function BulkBar({ count, unseen, hasOthers, isBusy, onAction, onSelectAll, onClear }: BulkBarProps) {
  return (
    <SelectionBar count={count} unseen={unseen} onClear={onClear}>
      {hasOthers && (
        <Button variant="subtle" px="sm" onClick={onSelectAll}>
          Alle des Filters auswählen
        </Button>
      )}
      {count > userBatchAtMost ? (
        <Text size="sm">Höchstens {userBatchAtMost} auf einmal.</Text>
      ) : (
        actions.map(({ action, label }) => (
          <Button key={action} px="sm" variant="default" loading={isBusy} onClick={() => onAction(action)}>
            {label}
          </Button>
        ))
      )}
    </SelectionBar>
  );
}
