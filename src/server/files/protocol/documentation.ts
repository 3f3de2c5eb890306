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
const path: Parameter = { name: 'path', in: 'path', required: true, description: 'Encoded as one part: slashes are %2F.', schema: text };
const query = (name: string, description: string, required = false): Parameter => ({
  name,
  in: 'query',
  required,
  description,
  schema: text,
});
const header = (name: string, description: string): Parameter => ({ name, in: 'header', required: true, description, schema: text });

const refusals = {
  400: 'The request, the name, the kind of the file or its MD5 is wrong.',
  401: 'No bearer token, or one that has expired; "Firebase App Check token is invalid" when that header is wrong.',
  402: 'The quota of the club or of the user is exceeded.',
  403: 'The table of rules denies it.',
  404: 'There is no such object, upload or bucket.',
  413: 'The file is larger than its place allows.',
  416: 'The range begins behind the end.',
  429: 'Too many uploads are going on; Retry-After.',
  503: 'Another request writes to this upload, or the database is away; Retry-After.',
  507: 'The disk is full; Retry-After.',
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
      description: 'In the order of the bytes of the names. Members list their own papers.',
      access: 'storagePrivate.list',
      parameters: [
        query('prefix', 'Empty, or a path that ends with a slash.'),
        query('delimiter', '"/" for one level.'),
        query('maxResults', '1 to 1000.'),
        query('pageToken', 'nextPageToken of the page before.'),
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
        'Multipart (metadata, then bytes) or the bytes alone in one request of any size; with X-Goog-Upload-Protocol resumable and the command start it begins an upload whose address comes in X-Goog-Upload-URL. Right, size, kind and quota are checked here and again at the end.',
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
        description: 'The object; for a start nothing but the headers.',
        example: resource,
        headers: { 'X-Goog-Upload-URL': text.type },
      },
      refuses: [...toUpload],
    },
    put: {
      summary: 'Hochladen in Teilen fortsetzen, abfragen, abschließen oder abbrechen',
      description:
        'PUT or POST to X-Goog-Upload-URL with the token of whoever began it. Commands: query, upload, "upload, finalize", finalize, cancel. A lower offset takes back what came after it, a higher one is 400. The upload waits 24 hours for its next chunk.',
      access: 'storageUpload.resume',
      parameters: [
        query('upload_id', 'From X-Goog-Upload-URL.', true),
        header('X-Goog-Upload-Command', 'query | upload | upload, finalize | finalize | cancel'),
        { ...header('X-Goog-Upload-Offset', 'Where these bytes begin.'), required: false },
        {
          ...header('X-Goog-Hash', 'With the end: md5=… of the whole file. Other bytes are refused, and what was there before stays.'),
          required: false,
        },
      ],
      body: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' }, example: '…' } },
      answer: { description: 'X-Goog-Upload-Status active, final or cancelled; the object when it is final.', example: resource },
      refuses: [...toUpload, 404],
    },
  },
  '/v0/b/{bucket}/o/{path}': {
    get: {
      summary: 'Datei herunterladen (alt=media) oder beschreiben',
      description:
        'With alt=media the bytes, also in a Range. The token of the address of a public file is taken along and proves nothing.',
      access: 'storagePublic.read',
      parameters: [query('alt', 'media'), query('token', 'A download token of a public object; not asked for.')],
      answer: { description: 'The description, or 200/206 with the bytes.', example: resource },
      refuses: [...toObject, 416],
    },
    patch: {
      summary: 'Angaben zu einer Datei ändern',
      description: 'Only the given fields; null clears one. The bytes and their kind stay.',
      access: 'storagePublic.write',
      body: { 'application/json': { schema: { type: 'object' }, example: settable } },
      answer: { description: 'The object.', example: { ...resource, metageneration: '2', contentLanguage: 'de' } },
      refuses: [...toObject],
    },
    post: {
      summary: 'Download-Adresse hinzufügen oder zurücknehmen',
      description: 'create_token=true or delete_token={token}; board members only, papers of people have none.',
      access: 'storagePublic.write',
      parameters: [query('create_token', 'true'), query('delete_token', 'The token to take back.')],
      answer: { description: 'The object.', example: resource },
      refuses: [...toObject],
    },
    delete: {
      summary: 'Datei löschen',
      description: 'Its bytes go when the row has gone.',
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
