import { useSyncExternalStore } from 'react';
import { chooseColorMode, colorMode, onColorMode } from '#web/lib/kept/colorMode.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';

/** Switches between light and dark; the choice is kept in this browser. */
export function ColorModeButton() {
  const isDark = useSyncExternalStore(onColorMode, colorMode) === 'dark';
  const label = isDark ? 'Helle Ansicht' : 'Dunkle Ansicht';
  return (
    <PlainButton look="icon" aria-label={label} title={label} onClick={() => chooseColorMode(isDark ? 'light' : 'dark')}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </PlainButton>
  );
}
