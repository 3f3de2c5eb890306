import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';

const key = 'color-mode';

/** Keeps the colour mode in local storage (specification section 9), where public/color-mode.js finds it before the first paint. */
export const colorMode: MantineColorSchemeManager = {
  get: (fallback) => {
    const kept = localStorage.getItem(key);
    return isMantineColorScheme(kept) ? kept : fallback;
  },
  set: (mode: MantineColorScheme) => localStorage.setItem(key, mode),
  subscribe: (onUpdate) => {
    addEventListener('storage', ({ key: changed, newValue }) => {
      if (changed === key && isMantineColorScheme(newValue)) onUpdate(newValue);
    });
  },
  unsubscribe: () => undefined,
  clear: () => localStorage.removeItem(key),
};
