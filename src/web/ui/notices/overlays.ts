import { useEffect, useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

/** Asks for the layer of dialogs and notices; the light public pages do without it until somebody does. */
export function wantOverlays(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Says that this page shows dialogs or notices. */
export function useOverlays(): void {
  useEffect(wantOverlays, []);
}

const stands = Promise.withResolvers<void>();

/** Asks for the layer and waits until it stands: a dialog requested before would be lost. */
export function overlays(): Promise<void> {
  wantOverlays();
  return stands.promise;
}

/** The layer tells that it stands, with all that is inside it. */
export function useStanding(): void {
  useEffect(() => stands.resolve(), []);
}

/** Whether the layer is wanted by now. */
export function useOverlaysWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
}
