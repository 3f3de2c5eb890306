/**
 * Shares one result among concurrent callers. Nobody gets a result whose computation started before their call: callers who arrive during a
 * run share the next one.
 */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let following: Promise<T> | undefined;
  const start = (): Promise<T> => {
    following = undefined;
    const answer = ask().finally(() => {
      if (running === answer) running = undefined;
    });
    running = answer;
    return answer;
  };
  return () => (running ? (following ??= running.then(start, start)) : start());
}
