import { Button, CloseButton, Text } from '@mantine/core';
import type { ListedUser } from '#shared/users.ts';
import type { BatchAction } from './queries.ts';
import classes from './users.module.css';

type BulkBarProps = { users: ListedUser[]; isBusy: boolean; onAction: (action: BatchAction) => void; onClear: () => void };

const atMost = 200;
const deeds: readonly { action: BatchAction; label: string }[] = [
  { action: 'disable', label: 'Sperren' },
  { action: 'enable', label: 'Entsperren' },
  { action: 'revokeSessions', label: 'Abmelden' },
];

/** What can be done to all ticked users at once. */
export function BulkBar({ users, isBusy, onAction, onClear }: BulkBarProps) {
  if (users.length === 0) return null;
  const isTooMany = users.length > atMost;
  return (
    <section className={`${classes['bulk']} no-print`} aria-label="Auswahl">
      <output className={classes['bulkCount']}>{users.length} ausgewählt</output>
      {isTooMany ? (
        <Text size="sm">Höchstens {atMost} auf einmal.</Text>
      ) : (
        deeds.map(({ action, label }) => (
          <Button key={action} px="sm" variant="default" className={classes['bulkDeed']} loading={isBusy} onClick={() => onAction(action)}>
            {label}
          </Button>
        ))
      )}
      <CloseButton className={classes['bulkClear']} aria-label="Auswahl aufheben" title="Auswahl aufheben" onClick={onClear} />
    </section>
  );
}
