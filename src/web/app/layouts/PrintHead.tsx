import { useEffect, useSyncExternalStore } from 'react';
import { formatDateTime } from '#web/lib/format.ts';
import { onPrinting, printedAt } from '#web/lib/printing.ts';
import { lacksRows, loadedRows, printAll } from '#web/ui/paper/allRows.ts';

/** Above a list on paper: whose it is, when it was printed, and how many rows there are if it lacks some. */
export function PrintHead({ club }: { club: string }) {
  const at = useSyncExternalStore(onPrinting, printedAt);
  useEffect(() => {
    addEventListener('keydown', printByKey);
    return () => removeEventListener('keydown', printByKey);
  }, []);
  return (
    at !== undefined && (
      <p>
        {club} · Stand {formatDateTime(at)} Uhr
        {lacksRows() && ` · Gedruckt sind die ersten ${loadedRows().toLocaleString('de-DE')} Zeilen, es gibt mehr.`}
      </p>
    )
  );
}

/** The browser cannot wait for rows once it prints, so its shortcut loads them first. */
function printByKey(event: KeyboardEvent): void {
  const isShortcut = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isShortcut || !lacksRows()) return;
  event.preventDefault();
  void printAll();
}
