import { useCallback, useEffect, useState } from 'react';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { onOpenSearch } from './openSearch.ts';
import { useEarlyKeys } from './useEarlyKeys.ts';

// Loaded on demand.
const SearchDialog = lazyPart(async () => (await import('./SearchDialog.tsx')).SearchDialog, null);

/** Opens the global search; so does Ctrl+K, even while typing. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const [typed, setTyped] = useState('');
  const close = useCallback(() => {
    setIsOpen(false);
    setIsReady(false);
    setTyped('');
  }, []);
  useEarlyKeys(isOpen && !isReady, setTyped, close);
  useEffect(() => onOpenSearch(() => setIsOpen(true)), []);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <PlainButton look="icon" aria-label="Suchen" title="Suchen (Strg+K)" onClick={() => setIsOpen(true)}>
        <Icon name="search" />
      </PlainButton>
      {isOpen && <SearchDialog typed={typed} onType={setTyped} onReady={() => setIsReady(true)} onClose={close} />}
    </>
  );
}
