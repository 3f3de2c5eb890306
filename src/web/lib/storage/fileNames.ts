import { newId } from '../newId.ts';

/** A storage name for a file: a random prefix keeps files of the same name apart, the rest stays readable. */
export function storedName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}/\\\u2028\u2029]|%(?=[0-9a-f]{2})/giu, '-');
  // Cut between code points: half a surrogate pair cannot be encoded in a URL.
  return `${newId().slice(0, 8)}-${[...plain].slice(-120).join('') || 'datei'}`;
}

/** The original name of a stored file. */
export function givenName(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  return name.replace(/^[0-9a-f]{8}-(?=.)/, '');
}
