import { List } from '@mantine/core';
import type { ReactNode } from 'react';

/** A record that stays as it was, by name, and why. */
export function WithReasons({ reasons, children }: { reasons: readonly string[]; children: ReactNode }) {
  return (
    <div>
      {children}
      <List size="sm">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </div>
  );
}
