import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ChargeBatchAction } from '#shared/money/batches/rules.ts';
import { euros } from '#shared/kernel/money.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { batchTitles, type AskedAction } from './batchWords.ts';
import type { ChosenCharge } from './useChargeSelection.ts';

type ChargeBulkBarProps = {
  chosen: readonly ChosenCharge[];
  unseen: number;
  /** How many more of the listed charges could be selected. */ others: number;
  /** Whether the filter may find more than is listed. */ hasMore: boolean;
  isSelecting: boolean;
  onSelectAll: () => void;
  onClear: () => void;
};

const changes: readonly AskedAction[] = ['dueOn', 'method', 'payer', 'defer', 'remind', 'waive', 'cancel'] satisfies ChargeBatchAction[];

/** The bulk actions on selected charges. */
export function ChargeBulkBar({ chosen, unseen, others, hasMore, isSelecting, onSelectAll, onClear }: ChargeBulkBarProps) {
  const [action, setAction] = useState<AskedAction>();
  return (
    <>
      <SelectionBar count={chosen.length} unseen={unseen} onClear={onClear}>
        <span>{euros(chosen.reduce((sum, { restCents }) => sum + restCents, 0))}</span>
        {(hasMore || others > 0) && (
          <Button variant="subtle" px="sm" loading={isSelecting} onClick={onSelectAll}>
            Alle offenen des Filters
          </Button>
        )}
        <Button px="sm" onClick={() => setAction('paid')}>
          Bezahlt …
        </Button>
        <Menu position="top-end" shadow="md">
          <Menu.Target>
            <Button variant="default" px="sm" rightSection={<Icon name="chevron-up" size={16} />}>
              Ändern
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {changes.map((one) => (
              <Menu.Item key={one} onClick={() => setAction(one)}>
                {batchTitles[one]} …
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </SelectionBar>
      {action && <BatchDialog action={action} chosen={chosen} onClose={() => setAction(undefined)} onDone={onClear} />}
    </>
  );
}
