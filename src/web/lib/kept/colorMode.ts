const key = 'color-mode';
const listeners = new Set<() => void>();
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export type ColorMode = 'light' | 'dark';

/** The current mode: the one stored in this browser (specification section 9), else the device's preference. */
export function colorMode(): ColorMode {
  const kept = localStorage.getItem(key);
  if (kept === 'light' || kept === 'dark') return kept;
  return prefersDark.matches ? 'dark' : 'light';
}

/** Stores the choice in local storage, where public/color-mode.js reads it before the first paint, and applies it. */
export function chooseColorMode(mode: ColorMode): void {
  localStorage.setItem(key, mode);
  show();
}

/** Calls `listener` when the mode changes; returns a function that unsubscribes. */
export function onColorMode(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', colorMode());
  for (const listener of listeners) listener();
}

// Another tab changed the mode, or the device switched to dark.
addEventListener('storage', (event) => {
  if (event.key === key) show();
});
prefersDark.addEventListener('change', show);
