import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { isTrue, useKept } from '#web/lib/kept/useKept.ts';
import { useKeysWanted } from '#web/ui/keys/listKeys.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './AdminLayout.module.css';

/** Whether the menu is a rail of icons in this browser, on screens wide enough for a menu; `[` changes it. */
export function useRail() {
  const [isChosen, setChosen] = useKept('menu.rail', isTrue);
  const [hasKeys] = useKeysWanted();
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  useEffect(() => {
    if (!hasKeys) return undefined;
    const hear = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], [role=dialog]');
      if (event.key === '[' && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !isTyping) setChosen((before) => !before);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [hasKeys, setChosen]);
  return { isRail: isChosen && Boolean(isWide), toggleRail: () => setChosen(!isChosen) };
}

/** Makes the menu narrow or wide, at its foot. */
export function RailButton({ isRail, onToggle }: { isRail: boolean; onToggle: () => void }) {
  const label = isRail ? 'Menü breit zeigen' : 'Menü schmal zeigen';
  return (
    <UnstyledButton className={classes['toRail']} onClick={onToggle} title={`${label} [`} aria-label={label}>
      <Icon name={isRail ? 'chevrons-right' : 'chevrons-left'} size={18} />
      {!isRail && <span>Menü schmal</span>}
    </UnstyledButton>
  );
}
