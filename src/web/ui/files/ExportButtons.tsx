import { Button, Menu } from '@mantine/core';
import type { Column } from '../lists/records.ts';
import { Icon } from '../plain/Icon.tsx';

type Format = 'csv' | 'xlsx';
type ExportMenuProps = {
  isBusy: boolean;
  /** `columns` are the names of those that the list shows; without them the file holds all that there is. */
  onExport: (format: Format, columns?: string) => void;
  /** The columns that the list shows, where they are chosen. */ shown?: readonly Pick<Column<never>, 'name'>[];
};

/** Takes a list away: as a file, or on paper. */
export function ExportButtons(props: ExportMenuProps) {
  return (
    <>
      <ExportMenu {...props} />
      <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
        Drucken
      </Button>
    </>
  );
}

/** A list as a file for Excel or as CSV: as it is shown, and where columns are chosen also with all that there is. */
export function ExportMenu({ isBusy, onExport, shown }: ExportMenuProps) {
  const columns = shown?.map(({ name }) => name).join(',');
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={isBusy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown && <Menu.Label>Wie hier gezeigt</Menu.Label>}
        <Menu.Item onClick={() => onExport('xlsx', columns)}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => onExport('csv', columns)}>CSV</Menu.Item>
        {shown && (
          <>
            <Menu.Label>Alle Spalten</Menu.Label>
            <Menu.Item onClick={() => onExport('xlsx')}>Excel, alle Spalten</Menu.Item>
            <Menu.Item onClick={() => onExport('csv')}>CSV, alle Spalten</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
