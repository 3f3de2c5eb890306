import { createHash } from 'node:crypto';

/** An amount in German notation, or with two decimals after a point, in cents; 1.234 alone is ambiguous. */
export function centsOf(text: string): number | undefined {
  const bare = text.replaceAll(/[\s€]/g, '');
  const german = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(bare);
  const plain = /^(-?)(\d{1,9})\.(\d{2})$/.exec(bare);
  const found = plain ?? german;
  if (!found || (found === german && found[2]?.includes('.') && found[3] === undefined)) return undefined;
  const cents = Number(found[2]?.replaceAll('.', '')) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] ? 0 - cents : cents;
}

/** A stable id: equal facts give the same id in every file. */
export function idOf(...facts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
