import type { ReactNode } from 'react';

/** What is wrong with a field that cannot say so itself. */
export function FieldFault({ message }: { message: ReactNode }) {
  return message ? (
    <p role="alert" style={{ margin: 0, color: 'var(--mantine-color-error)', fontSize: '0.85rem' }}>
      {message}
    </p>
  ) : null;
}
