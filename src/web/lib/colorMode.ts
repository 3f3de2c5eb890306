const key = 'color-mode';
const listeners = new Set<() => void>();
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export type ColorMode = 'light' | 'dark';

/** The mode that is shown: the one kept in this browser (specification section 9), else what the device prefers. */
export function colorMode(): ColorMode {
  const kept = localStorage.getItem(key);
  if (kept === 'light' || kept === 'dark') return kept;
  return prefersDark.matches ? 'dark' : 'light';
}

/** Keeps the choice in local storage, where public/color-mode.js finds it before the first paint, and shows it. */
export function chooseColorMode(mode: ColorMode): void {
  localStorage.setItem(key, mode);
  show();
}

/** Calls `listener` whenever another mode is shown; gives back how to stop that. */
export function onColorMode(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', colorMode());
  for (const listener of listeners) listener();
}

// Another tab chose, or the device went dark in the evening.
addEventListener('storage', (event) => {
  if (event.key === key) show();
});
prefersDark.addEventListener('change', show);
