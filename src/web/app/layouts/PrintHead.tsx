import { useSyncExternalStore } from 'react';
import { formatDateTime } from '#web/lib/format.ts';
import { onPrinting, printedAt } from '#web/lib/printing.ts';

/** Above a list on paper: whose it is, and when it was printed. */
export function PrintHead({ club }: { club: string }) {
  const at = useSyncExternalStore(onPrinting, printedAt);
  return (
    at !== undefined && (
      <p>
        {club} · Stand {formatDateTime(at)} Uhr
      </p>
    )
  );
}
