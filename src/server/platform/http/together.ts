/**
 * Lets concurrent callers with the same question share one answer. Nobody gets an answer whose question was put before
 * they came: callers who come while one is under way share the next one.
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
