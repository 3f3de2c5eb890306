/** Something that keeps the program from starting: it is told in one sentence and ends with exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs a command; a StartError prints its sentence, anything else its stack. Both end with exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
