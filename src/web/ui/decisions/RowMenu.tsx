import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../plain/Icon.tsx';

type RowMenuProps = {
  /** Whose row it is, for those who do not see it. */ name: string;
  isBusy?: boolean;
  /** The items. */ children: ReactNode;
};

/** What can be done with one row of a list, behind three dots at its end. */
export function RowMenu({ name, isBusy = false, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={`Aktionen für ${name}`} loading={isBusy}>
          <Icon name="dots-vertical" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
