import { wantOverlays } from '#web/ui/notices/overlays.ts';

type Prove = () => Promise<boolean>;

const dialog = Promise.withResolvers<Prove>();
let running: Promise<boolean> | undefined;

/** Asks for the password, once however many calls wait for it. Resolves to false when the user cancels. */
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

/** Registers the dialog that asks for the password. */
export function setProve(ask: Prove): void {
  dialog.resolve(ask);
}
