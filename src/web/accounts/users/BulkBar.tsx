import { Button, Text } from '@mantine/core';
import type { ListedUser } from '#shared/accounts/users.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import type { BatchAction } from './queries.ts';

type BulkBarProps = { users: ListedUser[]; isBusy: boolean; onAction: (action: BatchAction) => void; onClear: () => void };

const atMost = 200;
const actions: readonly { action: BatchAction; label: string }[] = [
  { action: 'disable', label: 'Sperren' },
  { action: 'enable', label: 'Entsperren' },
  { action: 'revokeSessions', label: 'Ausloggen' },
];

/** The bulk actions on selected users. */
export function BulkBar({ users, isBusy, onAction, onClear }: BulkBarProps) {
  const isTooMany = users.length > atMost;
  return (
    <SelectionBar count={users.length} onClear={onClear}>
      {isTooMany ? (
        <Text size="sm">Höchstens {atMost} auf einmal.</Text>
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
