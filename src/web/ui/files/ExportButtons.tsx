import { Button, Menu } from '@mantine/core';
import { Icon } from '../plain/Icon.tsx';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type ExportMenuProps = { isBusy: boolean; onExport: (format: ExportFormat) => void };

/** The buttons to download a list or print it. */
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

/** Downloads a list as an Excel or CSV file. */
export function ExportMenu({ isBusy, onExport }: ExportMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={isBusy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport('xlsx')}>Excel (XLSX)</Menu.Item>
        <Menu.Item onClick={() => onExport('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
