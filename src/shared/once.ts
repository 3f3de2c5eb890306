/**
 * What is dear to make and not always needed, made when it is first asked for. The first format of `Intl` in a process
 * reads the data of all languages: 20 to 80 ms, which a start and a first page would have to wait for.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
