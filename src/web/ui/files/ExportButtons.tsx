import { Button, Menu } from '@mantine/core';
import type { Column } from '../lists/records.ts';
import { PrintButton } from '../paper/PrintButton.tsx';
import { Icon } from '../plain/Icon.tsx';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type ExportMenuProps = {
  isBusy: boolean;
  /** `columns` names the shown columns, separated by commas; without it the file has all columns. */
  onExport: (format: ExportFormat, columns?: string) => void;
  /** The shown columns, if columns can be chosen. */ shown?: readonly Pick<Column<never>, 'name'>[];
};

/** The buttons to download a list or print it; nobody prints from a phone. */
export function ExportButtons(props: ExportMenuProps) {
  return (
    <>
      <ExportMenu {...props} />
      <PrintButton />
    </>
  );
}

/** Downloads a list as an Excel or CSV file: as shown, and where columns can be chosen also with all of them. */
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
