import type { Permission } from '#shared/kernel/permissions.ts';
import { storageReasons } from '#shared/kernel/storage.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; description?: string; schema: object };
type Described = {
  summary: string;
  description: string;
  access: Permission;
  parameters?: Parameter[];
  body?: { [type: string]: { schema: object; example: unknown } };
  answer: { description: string; example?: unknown; headers?: { [name: string]: string } };
  refuses: (keyof typeof refusals)[];
};

const text = { type: 'string' };
const bucket: Parameter = { name: 'bucket', in: 'path', required: true, schema: { ...text, default: 'club-files' } };
const path: Parameter = {
  name: 'path',
  in: 'path',
  required: true,
  description: 'Encoded as one path segment: slashes are %2F.',
  schema: text,
};
const query = (name: string, description: string, required = false): Parameter => ({
  name,
  in: 'query',
  required,
  description,
  schema: text,
});
const header = (name: string, description: string): Parameter => ({ name, in: 'header', required: true, description, schema: text });

const refusals = {
  400: 'The request, the name, the content type or the MD5 is invalid.',
  401: 'No bearer token, or an expired one; "Firebase App Check token is invalid" if that header is invalid.',
  402: 'The quota of the club or of the user is exceeded.',
  403: 'The access rules deny it.',
  404: 'The object, upload or bucket does not exist.',
  413: 'The file exceeds the size limit of its folder.',
  416: 'The range starts beyond the end.',
  429: 'Too many open uploads; see Retry-After.',
  503: 'Another request is writing to this upload, or the database is unavailable; see Retry-After.',
  507: 'The disk is full; see Retry-After.',
} as const;

const resource = {
  name: 'RWA/public/news/sommerfest.jpg',
  bucket: 'club-files',
  generation: '1795251234567000',
  metageneration: '1',
  contentType: 'image/jpeg',
  size: '48213',
  md5Hash: 'XrY7u+Ae7tCTyyK7j1rNww==',
  crc32c: 'TVUQaA==',
  timeCreated: '2026-11-21T09:00:00.000Z',
  updated: '2026-11-21T09:00:00.000Z',
  downloadTokens: '0a7f3c9e-54f4-4c38-8d0f-0a5f7b1f9b11',
};
const settable = { cacheControl: null, contentLanguage: 'de', metadata: { photographer: 'Erika Beispiel' } };
const toObject = [400, 401, 403, 404, 503] as const;
const toUpload = [400, 401, 402, 403, 413, 429, 503, 507] as const;
const name = query('name', 'The path of the object.', true);

const operations: { [path: string]: { [method: string]: Described } } = {
  '/v0/b/{bucket}/o': {
    get: {
      summary: 'Dateien eines Ordners auflisten',
      description: 'Sorted by the bytes of the names. Members can list their own documents.',
      access: 'storagePrivate.list',
      parameters: [
        query('prefix', 'Empty or a path with a trailing slash.'),
        query('delimiter', '"/" for one level.'),
        query('maxResults', '1 to 1000.'),
        query('pageToken', 'nextPageToken of the previous page.'),
      ],
      answer: {
        description: 'Folders and files of one page.',
        example: { prefixes: ['RWA/public/news/2026/'], items: [{ name: resource.name, bucket: 'club-files' }], nextPageToken: 'UldB' },
      },
      refuses: [400, 401, 403, 404, 503],
    },
    post: {
      summary: 'Datei hochladen: auf einmal, oder den Anfang in Teilen',
      description:
        'Multipart (metadata, then bytes) or only the bytes, in one request of any size. With X-Goog-Upload-Protocol resumable and the command start, it starts an upload whose URL is returned in X-Goog-Upload-URL. Permission, size, content type and quota are checked at the start and again at the end.',
      access: 'storagePublic.write',
      parameters: [name],
      body: {
        'multipart/related': {
          schema: text,
          example:
            '--B\r\nContent-Type: application/json\r\n\r\n{"contentType":"image/jpeg"}\r\n--B\r\nContent-Type: image/jpeg\r\n\r\n…\r\n--B--',
        },
        'application/json': { schema: { type: 'object' }, example: { name: resource.name, contentType: 'image/jpeg', ...settable } },
      },
      answer: {
        description: 'The object; for the start of an upload only the headers.',
        example: resource,
        headers: { 'X-Goog-Upload-URL': text.type },
      },
      refuses: [...toUpload],
    },
    put: {
      summary: 'Hochladen in Teilen fortsetzen, abfragen, abschließen oder abbrechen',
      description:
        'PUT or POST to X-Goog-Upload-URL with a token of the user who started it. Commands: query, upload, "upload, finalize", finalize, cancel. A lower offset overwrites the bytes after it, a higher one fails with 400. An upload expires 24 hours after its last chunk.',
      access: 'storageUpload.resume',
      parameters: [
        query('upload_id', 'From X-Goog-Upload-URL.', true),
        header('X-Goog-Upload-Command', 'query | upload | upload, finalize | finalize | cancel'),
        { ...header('X-Goog-Upload-Offset', 'The offset of these bytes.'), required: false },
        {
          ...header('X-Goog-Hash', 'With the last chunk: md5=… of the whole file. A mismatch is refused, and an existing file is kept.'),
          required: false,
        },
      ],
      body: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' }, example: '…' } },
      answer: { description: 'X-Goog-Upload-Status is active, final or cancelled; the object if it is final.', example: resource },
      refuses: [...toUpload, 404],
    },
  },
  '/v0/b/{bucket}/o/{path}': {
    get: {
      summary: 'Datei herunterladen (alt=media) oder beschreiben',
      description: 'With alt=media the bytes, also of a Range. The token in the URL of a public file is accepted but not required.',
      access: 'storagePublic.read',
      parameters: [query('alt', 'media'), query('token', 'A download token of a public object; not required.')],
      answer: { description: 'The metadata, or 200/206 with the bytes.', example: resource },
      refuses: [...toObject, 416],
    },
    patch: {
      summary: 'Angaben zu einer Datei ändern',
      description: 'Only the given fields; null clears a field. The bytes and the content type cannot be changed.',
      access: 'storagePublic.write',
      body: { 'application/json': { schema: { type: 'object' }, example: settable } },
      answer: { description: 'The object.', example: { ...resource, metageneration: '2', contentLanguage: 'de' } },
      refuses: [...toObject],
    },
    post: {
      summary: 'Download-Adresse hinzufügen oder zurücknehmen',
      description: 'create_token=true or delete_token={token}; for board members only. Documents of people have no download URL.',
      access: 'storagePublic.write',
      parameters: [query('create_token', 'true'), query('delete_token', 'The token to revoke.')],
      answer: { description: 'The object.', example: resource },
      refuses: [...toObject],
    },
    delete: {
      summary: 'Datei löschen',
      description: 'The bytes are deleted afterwards.',
      access: 'storagePublic.delete',
      answer: { description: 'Deleted (204).' },
      refuses: [...toObject],
    },
  },
};

/**
 * The storage protocol for the OpenAPI document. It has its own authentication (bearer token, never a cookie) and its
 * own error format; `x-permission` names the permission of public paths; rules.ts defines those of each path.
 */
export function describeStorage(): { [path: string]: object } {
  return Object.fromEntries(
    Object.entries(operations).map(([address, methods]) => [
      address,
      { servers: [{ url: '/' }], ...Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, describe(address, one)])) },
    ]),
  );
}

function describe(address: string, { summary, description, access, parameters = [], body, answer, refuses }: Described): object {
  const headers = Object.fromEntries(Object.keys(answer.headers ?? {}).map((header) => [header, { schema: text }]));
  return {
    summary,
    description,
    'x-permission': access,
    security: [{ storageToken: [] }],
    parameters: [bucket, ...(address.includes('{path}') ? [path] : []), ...parameters],
    ...(body && { requestBody: { content: body } }),
    responses: {
      [answer.example ? 200 : 204]: {
        description: answer.description,
        headers,
        ...(answer.example !== undefined && { content: { 'application/json': { schema: { type: 'object' }, example: answer.example } } }),
      },
      ...Object.fromEntries(refuses.map((status) => [status, { description: refusals[status], content: { 'application/json': refusal } }])),
    },
  };
}

const refusal = {
  schema: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: text, status: text, reason: { ...text, enum: [...storageReasons] } },
      },
    },
  },
  example: { error: { code: 403, message: 'Permission denied. Could not perform this operation', status: 'PERMISSION_DENIED' } },
};
