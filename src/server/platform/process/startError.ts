import { asTyped } from './root.ts';

/** An error that prevents the start: the program prints one sentence and exits with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs a command; a StartError prints its sentence, other errors their stack. Both exit with code 1 after all resources are closed. */
export async function runCommand(command: (closing: Closing) => Promise<void>): Promise<void> {
  const closing = new Closing();
  try {
    await command(closing);
  } catch (error) {
    // A signal during the start closes the database while it is in use; that is not a failure.
    if (closing.isClosing) return;
    console.error(error instanceof StartError ? asTyped(error.message) : error);
    await closing.close();
    process.exit(1);
  }
}

/** The resources to close at the end, in reverse order of opening. */
export class Closing {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #isClosing = false;

  /** Whether closing has begun. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Adds a step that closes something. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Closes everything; a failed step does not prevent the others. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step().catch(() => undefined);
  }
}
