import type { ReactNode } from 'react';

/** The title of a dialog that is read before anything is chosen: its reader starts here and not at the button that closes it. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return (
    <span tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
      {children}
    </span>
  );
}
