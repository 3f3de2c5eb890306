type Failed = (error: Error) => void;
let failed: Failed | undefined;

/** Runs an undo: a refusal of the calls that it starts is told by `onFailure` instead of as an ordinary problem. */
export function whileUndoing(undo: () => void, onFailure: Failed): void {
  failed = onFailure;
  try {
    undo();
  } finally {
    failed = undefined;
  }
}

/** How a failure is told of calls that an undo starts right now. */
export const undoFailed = (): Failed | undefined => failed;
