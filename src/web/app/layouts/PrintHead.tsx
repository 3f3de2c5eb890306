import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { formatDateTime } from '#web/lib/format.ts';
import { onPrinting, printedAt } from '#web/lib/printing.ts';
import { lacksRows, loadedRows, printAll } from '#web/ui/paper/allRows.ts';

/** Above a list on paper: whose it is, when it was printed, what it is narrowed to, and how many rows there are if it lacks some. */
export function PrintHead({ club }: { club: string }) {
  const at = useSyncExternalStore(onPrinting, printedAt);
  const stand = at && `${club} · Stand ${formatDateTime(at)} Uhr`;
  useEffect(() => {
    addEventListener('keydown', printByKey);
    return () => removeEventListener('keydown', printByKey);
  }, []);
  useLayoutEffect(() => (stand === undefined ? undefined : footed(stand)), [stand]);
  if (stand === undefined) return null;
  const filter = filterInWords();
  return (
    <>
      <p>
        {stand}
        {lacksRows() && ` · Gedruckt sind die ersten ${loadedRows().toLocaleString('de-DE')} Zeilen, es gibt mehr.`}
      </p>
      {filter.length > 0 && <p>{filter.join(' · ')}</p>}
    </>
  );
}

/** Puts the words at the foot of each sheet of a list. */
function footed(words: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page list { @bottom-left { content: ${JSON.stringify(words)}; font: 9pt system-ui; } }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** "Art: Aktiv": the filters that are set, as their fields say them. */
function filterInWords(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('main [data-set=true] input:not([type=hidden])')].flatMap((field) => {
    const label = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent;
    return field.value ? [label ? `${label}: ${field.value}` : field.value] : [];
  });
}

/** The browser cannot wait for rows once it prints, so its shortcut loads them first. */
function printByKey(event: KeyboardEvent): void {
  const isShortcut = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isShortcut || !lacksRows()) return;
  event.preventDefault();
  void printAll();
}
