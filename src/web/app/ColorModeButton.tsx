import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ColorModeButton.module.css';

/** Changes between light and dark; the choice is kept in this browser. */
export function ColorModeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? 'Helle Ansicht' : 'Dunkle Ansicht';
  return (
    <button
      type="button"
      className={classes['button']}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </button>
  );
}
