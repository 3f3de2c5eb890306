type Prove = () => Promise<boolean>;

let prove: Prove | undefined;
let running: Promise<boolean> | undefined;

/** Asks the person for the password, once however many calls wait for it. Resolves false when it was not given. */
export function proveIdentity(): Promise<boolean> {
  running ??= (prove?.() ?? Promise.resolve(false)).finally(() => {
    running = undefined;
  });
  return running;
}

/** Tells how to ask: the shell shows its dialog. */
export function setProve(ask: Prove): void {
  prove = ask;
}
