import { StorageError } from './storageError.ts';

const textFormats = ['raw', 'base64', 'base64url', 'data_url'] as const;

export type TextFormat = (typeof textFormats)[number];

/** Decodes an uploaded string to bytes, with its content type where the string names one. */
export function bytesOfText(text: string, format: TextFormat): { bytes: Uint8Array<ArrayBuffer>; contentType: string | undefined } {
  switch (format) {
    case 'raw':
      return { bytes: new TextEncoder().encode(text), contentType: undefined };
    case 'base64':
      return { bytes: fromBase64(text, /^[A-Za-z0-9+/]*={0,2}$/), contentType: undefined };
    case 'base64url':
      return { bytes: fromBase64(text, /^[A-Za-z0-9_-]*={0,2}$/), contentType: undefined };
    case 'data_url':
      return fromDataUrl(text);
    default:
      throw new StorageError('invalid-argument');
  }
}

function fromDataUrl(text: string): ReturnType<typeof bytesOfText> {
  const [, head, body] = /^data:([^,]*),(.*)$/s.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new StorageError('invalid-format');
  const isBase64 = head.endsWith(';base64');
  const contentType = (isBase64 ? head.slice(0, -';base64'.length) : head) || undefined;
  if (isBase64) return { ...bytesOfText(body, 'base64'), contentType };
  try {
    return { bytes: new TextEncoder().encode(decodeURIComponent(body)), contentType };
  } catch (cause) {
    throw new StorageError('invalid-format', { cause });
  }
}

function fromBase64(text: string, alphabet: RegExp): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/=+$/, '');
  const isBroken = !alphabet.test(text) || digits.length % 4 === 1 || (text.length > digits.length && text.length % 4 !== 0);
  if (isBroken) throw new StorageError('invalid-format');
  const binary = atob(digits.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
