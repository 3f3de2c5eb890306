import { asTyped } from './root.ts';

/** Something that keeps the program from starting: it prints one sentence and ends with exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Runs a command; a StartError prints its sentence, anything else its stack. Both end with exit code 1, after what the
 * command has opened is closed again.
 */
export async function runCommand(command: (closing: Closing) => Promise<void>): Promise<void> {
  const closing = new Closing();
  try {
    await command(closing);
  } catch (error) {
    // A signal that comes during the start takes the database away from under it; that is no failure.
    if (closing.isClosing) return;
    console.error(error instanceof StartError ? asTyped(error.message) : error);
    await closing.close();
    process.exit(1);
  }
}

/** What is to be closed at the end, the last opened first. */
export class Closing {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #isClosing = false;

  /** Whether the end has begun. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Adds something that was opened. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Closes everything; a step that fails does not keep the others from theirs. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step().catch(() => undefined);
  }
}
