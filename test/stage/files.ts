import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { sessionOf } from './people.ts';
import type { StageDatabase } from './postgres.ts';

export type Sent = { token?: string | undefined; headers?: http.OutgoingHttpHeaders; body?: Buffer | string };
export type Told = { status: number; statusText: string; headers: http.IncomingHttpHeaders; bytes: Buffer; json: Json };
type Json = { [field: string]: unknown } & { error?: { code: number; message: string; reason?: string } };

/** Sends one raw request and gives the whole answer. */
export function ask(port: number, method: string, url: string, { token, headers = {}, body }: Sent = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: {
        host: `rwa.localhost:${port}`,
        ...(token && { authorization: `Firebase ${token}` }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, statusMessage: statusText = '' } = response;
        resolve({ status, statusText, headers: response.headers, bytes, json: parse(bytes) });
      });
    });
    request.end(body);
  });
}

/** The address of an object. */
export function objectUrl(name: string, query = ''): string {
  return `/v0/b/club-files/o/${encodeURIComponent(name)}${query}`;
}

/** A multipart upload in the form of the public SDK. */
export function multipart(
  name: string,
  bytes: Buffer,
  type = '',
  metadata: object = {},
): { url: string; headers: http.OutgoingHttpHeaders; body: Buffer } {
  const boundary = randomUUID();
  const json = JSON.stringify({ name, ...(type && { contentType: type }), ...metadata });
  const head = `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${json}\r\n--${boundary}\r\nContent-Type: ${type || 'application/octet-stream'}\r\n\r\n`;
  return {
    url: `/v0/b/club-files/o?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': `multipart/related; boundary=${boundary}`, 'x-goog-upload-protocol': 'multipart' },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--`)]),
  };
}

/** Bytes that look like a PDF and are the same for the same seed. */
export function paper(sizeBytes: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let state = seed >>> 0 || 1;
  for (let at = 0; at + 4 <= sizeBytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  bytes.fill(0, sizeBytes - (sizeBytes % 4));
  bytes.write('%PDF-1.7\n');
  return bytes;
}

/** All files below a folder, relative, sorted. */
export function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

function parse(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch {
    return {};
  }
}

/** A bearer token of the board of RWA, by a session of its own. */
export async function boardToken(database: Pick<StageDatabase, 'sql'>, port: number): Promise<string> {
  const host = `rwa.localhost:${port}`;
  const headers = { cookie: await sessionOf(database, 'admin'), origin: `http://${host}` };
  const { status, json } = await ask(port, 'POST', '/api/session/token', { headers });
  if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(json)}`);
  return String(json['token']);
}
