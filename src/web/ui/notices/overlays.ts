import { useEffect, useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

/** Requests the layer of dialogs and notifications; light public pages do not load it until then. */
export function wantOverlays(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Requests the layer for a page that shows dialogs or notifications. */
export function useOverlays(): void {
  useEffect(wantOverlays, []);
}

const stands = Promise.withResolvers<void>();

/** Requests the layer and waits until it is mounted; a dialog opened earlier would be lost. */
export function overlays(): Promise<void> {
  wantOverlays();
  return stands.promise;
}

/** Called by the layer to report that it is mounted. */
export function useStanding(): void {
  useEffect(() => stands.resolve(), []);
}

/** Whether the layer has been requested. */
export function useOverlaysWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
}
