import { StorageError } from './storageError.ts';

/** What one may say about a file; null takes a value back. */
export type SettableMetadata = {
  cacheControl?: string | null;
  contentDisposition?: string | null;
  contentEncoding?: string | null;
  contentLanguage?: string | null;
  contentType?: string | null;
  customMetadata?: { [key: string]: string | null } | null;
};

/** The metadata of a stored file (specification section 3). */
export type FileMetadata = {
  bucket: string;
  generation: string;
  metageneration: string;
  fullPath: string;
  name: string;
  size: number;
  timeCreated: string;
  updated: string;
  md5Hash: string | undefined;
  cacheControl: string | undefined;
  contentDisposition: string | undefined;
  contentEncoding: string | undefined;
  contentLanguage: string | undefined;
  contentType: string | undefined;
  customMetadata: { [key: string]: string };
  downloadTokens: string[];
};

/** What goes over the wire: the given fields alone, under the names of the protocol. */
export function toWire({ customMetadata, ...fields }: SettableMetadata, more: { name?: string; md5Hash?: string } = {}): string {
  return JSON.stringify({ ...more, ...fields, ...(customMetadata !== undefined && { metadata: customMetadata }) });
}

/** Reads the description of a file; anything else than one is `unknown`. */
export function fromWire(text: string): FileMetadata {
  const value = jsonOf(text);
  if (typeof value['name'] !== 'string' || typeof value['bucket'] !== 'string') throw new StorageError('unknown');
  const textOf = (field: string) => (typeof value[field] === 'string' ? value[field] : undefined);
  const custom = value['metadata'];
  return {
    bucket: value['bucket'],
    fullPath: value['name'],
    name: value['name'].split('/').at(-1) ?? '',
    generation: textOf('generation') ?? '',
    metageneration: textOf('metageneration') ?? '',
    size: Number(textOf('size') ?? 0),
    timeCreated: textOf('timeCreated') ?? '',
    updated: textOf('updated') ?? '',
    md5Hash: textOf('md5Hash'),
    cacheControl: textOf('cacheControl'),
    contentDisposition: textOf('contentDisposition'),
    contentEncoding: textOf('contentEncoding'),
    contentLanguage: textOf('contentLanguage'),
    contentType: textOf('contentType'),
    customMetadata: typeof custom === 'object' && custom !== null ? textsIn(custom) : {},
    downloadTokens: (textOf('downloadTokens') ?? '').split(',').filter(Boolean),
  };
}

/** A JSON object, as every good answer of the storage is one. */
export function jsonOf(text: string): { [field: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StorageError('unknown', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new StorageError('unknown');
  return Object.fromEntries(Object.entries(value));
}

function textsIn(value: object): { [key: string]: string } {
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}
