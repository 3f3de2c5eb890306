import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../plain/Icon.tsx';

type RowMenuProps = {
  /** The row's name, for the accessible label. */ name: string;
  isBusy?: boolean;
  /** The menu items. */ children: ReactNode;
};

/** The actions of one row in a menu at its end (three dots). */
export function RowMenu({ name, isBusy = false, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Aktionen für ${name}`} loading={isBusy}>
          <Icon name="dots-vertical" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
