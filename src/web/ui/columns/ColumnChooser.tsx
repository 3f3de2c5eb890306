import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { Icon } from '../plain/Icon.tsx';
import type { Column } from '../lists/records.ts';
import { useWidthReset } from './useWidths.ts';

type ColumnChooserProps<Row> = { columns: readonly Column<Row>[]; names: string[]; onChange: (names: string[]) => void };

/** The menu that chooses a table's visible columns. */
export function ColumnChooser<Row>({ columns, names, onChange }: ColumnChooserProps<Row>) {
  const resetWidths = useWidthReset();
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="columns-3" size={18} />}>
          Spalten
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        <Checkbox.Group value={names} onChange={onChange} label="Sichtbare Spalten">
          <Stack gap="xs" mt="xs">
            {columns
              .filter(({ isName }) => !isName)
              .map(({ name, label }) => (
                <Checkbox key={name} value={name} label={label} />
              ))}
          </Stack>
        </Checkbox.Group>
        {resetWidths && (
          <Button variant="default" size="compact-md" mt="md" onClick={resetWidths}>
            Breiten zurücksetzen
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
