import { createHash } from 'node:crypto';

/** A stable id: equal facts give the same id in every file. */
export function idOf(...facts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
