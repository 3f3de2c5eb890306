import { wantOverlays } from '#web/ui/notices/overlays.ts';

type Prove = () => Promise<boolean>;

const dialog = Promise.withResolvers<Prove>();
let running: Promise<boolean> | undefined;

/** Asks the person for the password, once however many calls wait for it. Resolves false when it was not given. */
export function proveIdentity(): Promise<boolean> {
  // A light page has not loaded the layer of dialogs yet.
  wantOverlays();
  running ??= dialog.promise
    .then((ask) => ask())
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** Sets how to ask: the shell shows its dialog. */
export function setProve(ask: Prove): void {
  dialog.resolve(ask);
}
