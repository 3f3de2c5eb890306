import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Task } from './task.ts';

/**
 * The bare server that the product is compared with: node:http, pg as the owner of the tables, the same SQL, and nothing else.
 * Run as `reference.ts <task> <socket folder> <database>`.
 */
const [taskName = '', host = '', database = ''] = process.argv.slice(2);
const { task }: { task: Task } = await import(`./tasks/${taskName}.ts`);
const pool = new pg.Pool({ host, database, user: 'postgres', max: 12 });
pool.on('error', () => undefined);

const server = http.createServer((request, response) => {
  answer(request).then(
    (body) => {
      const json = Buffer.from(JSON.stringify(body));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length }).end(json);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  // A socket that listens on TCP has an address object; a string would be a pipe.
  const { port } = server.address() as AddressInfo;
  if (process.env['READY_FILE']) fs.writeFileSync(process.env['READY_FILE'], String(port));
});
process.on('SIGTERM', () => process.exit(0));

async function answer(request: http.IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://reference');
  const handler = task.reference?.[url.pathname];
  if (!handler) throw new Error(`no reference for ${url.pathname}`);
  const chunks: Buffer[] = [];
  if (request.method !== 'GET') for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
  return handler(pool, { query: url.searchParams, cookie: request.headers.cookie, body });
}
