import { StorageError } from './storageError.ts';

/** The metadata that a client may set; null clears a value. */
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

/** The wire format: only the given fields, under the names of the protocol. */
export function toWire({ customMetadata, ...fields }: SettableMetadata, more: { name?: string; md5Hash?: string } = {}): string {
  return JSON.stringify({ ...more, ...fields, ...(customMetadata !== undefined && { metadata: customMetadata }) });
}

/** Parses the metadata of a file; anything else is an `unknown` error. */
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

/** Parses a JSON object, the form of every successful storage response. */
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
