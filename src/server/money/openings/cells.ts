import { createHash } from 'node:crypto';

/** An amount as people write it in German, or as programs do with two decimals, in cents; 1.234 alone may be either. */
export function centsOf(text: string): number | undefined {
  const bare = text.replaceAll(/[\s€]/g, '');
  const german = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(bare);
  const plain = /^(-?)(\d{1,9})\.(\d{2})$/.exec(bare);
  const found = plain ?? german;
  if (!found || (found === german && found[2]?.includes('.') && found[3] === undefined)) return undefined;
  const cents = Number(found[2]?.replaceAll('.', '')) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] ? 0 - cents : cents;
}

/** The same facts have the same id, in whatever file they come. */
export function idOf(...facts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
