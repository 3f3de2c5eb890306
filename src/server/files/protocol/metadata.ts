import { z } from 'zod';
import { StorageRefusal } from './refusal.ts';
import type { storageObject, StoredMetadata } from '../objects/table.ts';

export type ObjectRow = typeof storageObject.$inferSelect;

const bodyBytesAtMost = 16 * 1024;
// Values are sent as headers: characters that are invalid in headers are rejected.
const headerText = z
  .string()
  .max(1024)
  .regex(/^[\x20-\x7e\u00a0-\u00ff]*$/);
const customText = z
  .string()
  .max(2048)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));
const customKey = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}]+$/u)
  .refine((key) => !['__proto__', 'constructor', 'prototype'].includes(key));

const nullable = headerText.nullish();
/** Unknown fields (md5Hash of a copied resource, size …) are ignored, as the protocol requires. */
const shape = z.object({
  name: z.string().nullish(),
  md5Hash: z.string().max(64).nullish(),
  cacheControl: nullable,
  contentDisposition: nullable,
  contentEncoding: nullable,
  contentLanguage: nullable,
  contentType: nullable,
  metadata: z.record(customKey, customText.nullable()).nullish(),
});

export type GivenMetadata = z.infer<typeof shape>;

/** Parses the JSON metadata of a file; an empty body has no fields. Throws 400 if it is invalid. */
export function readMetadata(text: string): GivenMetadata {
  if (text.trim() === '') return {};
  if (text.length > bodyBytesAtMost) throw new StorageRefusal(400, 'The metadata are too long.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StorageRefusal(400, 'The metadata are not valid JSON.');
  }
  const result = shape.safeParse(value);
  if (!result.success) throw new StorageRefusal(400, `Invalid metadata: ${result.error.issues[0]?.path.join('.') ?? ''}`);
  return result.data;
}

const fields = ['cacheControl', 'contentDisposition', 'contentEncoding', 'contentLanguage'] as const;

/** Merges metadata from a client: null deletes a field or a custom key; absent fields are unchanged. */
export function mergeMetadata(before: StoredMetadata, given: GivenMetadata): StoredMetadata {
  const after: StoredMetadata = { ...before };
  for (const field of fields) {
    const value = given[field];
    if (value === null) delete after[field];
    else if (value !== undefined) after[field] = value;
  }
  if (given.metadata === null) delete after.metadata;
  if (given.metadata) {
    const merged = Object.entries({ ...before.metadata, ...given.metadata }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    if (merged.length > 0) after.metadata = Object.fromEntries(merged);
    else delete after.metadata;
  }
  if (JSON.stringify(after).length > bodyBytesAtMost) throw new StorageRefusal(400, 'The metadata are too long.');
  return after;
}

/** The resource representation of a file (storage-protocol, section 1.2). */
export function toResource(row: ObjectRow): { [field: string]: unknown } {
  const { metadata: custom, contentEncoding, ...said } = row.metadata;
  return {
    name: row.path,
    bucket: row.bucket,
    generation: String(row.generation),
    metageneration: String(row.metageneration),
    contentType: row.contentType,
    timeCreated: row.timeCreated.toISOString(),
    updated: row.updated.toISOString(),
    storageClass: 'STANDARD',
    size: String(row.sizeBytes),
    md5Hash: row.md5,
    // Absent for files stored before it was introduced.
    ...(row.crc32c && { crc32c: row.crc32c }),
    etag: etagOf(row),
    contentEncoding: contentEncoding ?? 'identity',
    contentDisposition: 'inline',
    ...said,
    ...(custom && { metadata: custom }),
    ...(row.downloadTokens.length > 0 && { downloadTokens: row.downloadTokens.join(',') }),
  };
}

/** Changes with the content and the metadata. */
export function etagOf({ generation, metageneration }: Pick<ObjectRow, 'generation' | 'metageneration'>): string {
  return `${generation.toString(36)}-${metageneration}`;
}
