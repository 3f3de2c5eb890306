import { newId } from '../newId.ts';

/** A name to store a file under: its beginning keeps two files of the same name apart, what people know stays readable. */
export function storedName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}/\\\u2028\u2029]|%(?=[0-9a-f]{2})/giu, '-');
  // Cut between letters: half of one could not be written into an address.
  return `${newId().slice(0, 8)}-${[...plain].slice(-120).join('') || 'datei'}`;
}

/** The name of a stored file as people gave it. */
export function givenName(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  return name.replace(/^[0-9a-f]{8}-(?=.)/, '');
}
