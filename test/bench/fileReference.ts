import { createHash, randomUUID, type Hash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';

/**
 * The bare file server that the storage is compared with: a row per upload, bytes appended to one file and synced with
 * each chunk, the MD5 taken along. It checks nothing. Run as `fileReference.ts <socket folder> <database> <folder>`.
 */
const [host = '', database = '', folder = ''] = process.argv.slice(2);
const pool = new pg.Pool({ host, database, user: 'postgres', max: 12 });
const hashes = new Map<string, Hash>();

const server = http.createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
// As long as the product's: the one waits while the other is measured.
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  // A socket that listens on TCP has an address object; a string would be a pipe.
  const { port } = server.address() as AddressInfo;
  if (process.env['READY_FILE']) fs.writeFileSync(process.env['READY_FILE'], String(port));
});
process.on('SIGTERM', () => process.exit(0));

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://reference');
  const id = url.searchParams.get('id') ?? randomUUID();
  const file = path.join(folder, id);
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-length': fs.statSync(file).size });
    return pipeline(fs.createReadStream(file, { highWaterMark: 256 * 1024 }), response);
  }
  if (!url.searchParams.has('offset')) {
    await pool.query({ name: 'start', text: 'insert into bench_upload (id, received) values ($1, 0)', values: [id] });
    hashes.set(id, createHash('md5'));
    response.writeHead(200).end(id);
    return;
  }
  const hash = hashes.get(id);
  const handle = await fs.promises.open(file, 'a');
  let received = Number(url.searchParams.get('offset'));
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    hash?.update(bytes);
    await handle.write(bytes);
    received += bytes.length;
  }
  await handle.datasync();
  await handle.close();
  const md5 = url.searchParams.has('final') ? hash?.digest('base64') : null;
  await pool.query({ name: 'chunk', text: 'update bench_upload set received = $2, md5 = $3 where id = $1', values: [id, received, md5] });
  response.writeHead(200).end(md5 ?? '');
}
