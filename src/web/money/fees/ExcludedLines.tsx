import { Button, Group, Stack, Text } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import type { ShownFeeLine } from '#shared/money/fees/feePreview.ts';
import classes from '../mandates/mandates.module.css';

/** A line excluded from this run, with the reason. */
export type Excluded = Pick<ShownFeeLine, 'key' | 'name' | 'label' | 'cents' | 'change'> & { reason: string };

/** The lines excluded from this run; each can be included again. */
export function ExcludedLines({ lines, onInclude }: { lines: readonly Excluded[]; onInclude: (key: string) => void }) {
  if (lines.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">{lines.length === 1 ? 'Eine Zeile bleibt' : `${lines.length} Zeilen bleiben`} diesmal aus:</Text>
      {lines.map(({ key, name, label, cents, reason }) => (
        <Group key={key} justify="space-between" className={classes['card']}>
          <div className={classes['row']}>
            <strong>{name}</strong>
            <span>
              {label}, {euros(cents)}
            </span>
            <span className={classes['quiet']}>{reason}</span>
          </div>
          <Button variant="default" aria-label={`Doch fordern: ${name}, ${label}`} onClick={() => onInclude(key)}>
            Doch fordern
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
