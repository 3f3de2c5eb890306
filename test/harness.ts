import { randomUUID } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { speakGerman } from '../src/shared/kernel/germanErrors.ts';
import type { Role } from '../src/shared/kernel/roles.ts';
import type { ClubName } from '../src/shared/kernel/clubs.ts';
import type { ProblemBody } from '../src/shared/kernel/problems.ts';
import { createApp } from '../src/server/app.ts';
import type { Services } from '../src/server/platform/http/context.ts';
import { openDatabase } from '../src/server/platform/database/database.ts';
import { openKeyRing } from '../src/server/platform/database/keyRing.ts';
import { LiveHub } from '../src/server/platform/live.ts';
import { openLog } from '../src/server/platform/database/open.ts';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { defaultDemoPassword, readSettings } from '../src/server/platform/process/settings.ts';
import { readSecret } from '../src/server/secret.ts';
import { dataKey } from './dataKey.ts';
import { template } from './globalSetup.ts';

/** A server for one test file: with its own database, the demo accounts and a real port. */
export type TestServer = Services & {
  port: number;
  hub: LiveHub;
  secret: string;
  /** Runs SQL as the owner of the tables, bypassing row-level security. */
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Invalidates the server's caches, as every write through the API does; needed after writes with `sql`. */
  outdate(): Promise<void>;
  /** A browser client without a session, on the host of a club. */
  visitor(club?: ClubName): Client;
  /** A client signed in with the demo account of a role and a club. */
  signedIn(role: Role, club?: ClubName): Promise<Client>;
  /** The log of this server so far. */
  logged(): string;
  /** The body of the latest mail to an address. */
  latestMail(recipient: string): Promise<string>;
  close(): Promise<void>;
};

export type Answer<T = unknown> = { status: number; headers: http.IncomingHttpHeaders; body: T; text: string; bytes: Buffer };

export const demoPassword = defaultDemoPassword;

/** The time of tests with fixed dates, whenever they run: they set the clock to it first. */
export const testTime = new Date('2026-11-21T09:00:00Z');

/** The e-mail address of a demo account. */
export function emailOf(role: Role, club: ClubName = 'RWA'): string {
  return `${role}@${club.toLowerCase()}.test`;
}

/** Starts a server on a fresh copy of the database with the demo data. Settings are the defaults, overridden by `env`. */
export async function startServer(env: { [name: string]: string } = {}, from = template): Promise<TestServer> {
  speakGerman();
  const host = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(host, 'postgres', (client) => client.query(`create database ${name} template ${from} strategy file_copy`));
  const settings = readSettings({ PORT: '0', AUTH_SECRET: 'a secret of the tests alone, long enough', DATA_KEY: dataKey, ...env });
  const connection = { host, database: name };
  const database = openDatabase(connection, { user: 'vereinsportal', connections: 8, isStrict: true });
  const lines: string[] = [];
  const log = openLog(settings, { write: (line) => void lines.push(line) });
  const services: Services = { settings, database, log };
  await openKeyRing(settings, database);
  const secret = await readSecret(services);
  const hub = new LiveHub(database, connection, 'vereinsportal', log);
  const app = createApp({ services, hub, secret, webFolder: path.join(projectRoot, 'dist/web'), build: 'test' });
  await hub.start();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sql = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await asOwner(host, name, (client) => client.query<T>(text, values))).rows;
  const visitor = (club: ClubName = 'RWA') => new Client(port, `${club.toLowerCase()}.localhost`);
  return {
    ...services,
    port,
    hub,
    secret,
    sql,
    outdate: async () => void (await sql('update collection_version set version = version + 1')),
    visitor,
    logged: () => lines.join(''),
    signedIn: async (role, club = 'RWA') => {
      const client = visitor(club);
      await client.signIn(emailOf(role, club));
      return client;
    },
    latestMail: async (recipient) => {
      const [mail] = await sql<{ body: string }>('select body from outbox_mail where recipient = $1 order by id desc limit 1', [recipient]);
      if (!mail) throw new Error(`no mail to ${recipient}`);
      return mail.body;
    },
    close: async () => {
      await hub.close();
      await app.close();
      await database.close();
      await asOwner(host, 'postgres', (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** A browser client: keeps cookies and sends the Origin header. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly port: number;
  readonly host: string;

  constructor(port: number, host: string) {
    this.port = port;
    this.host = `${host}:${port}`;
  }

  /** Signs in with an e-mail address and a password (default: that of the demo accounts). */
  async signIn(email: string, password = demoPassword): Promise<Answer> {
    const answer = await this.post('/api/session/sign-in', { email, password });
    if (answer.status === 200) await this.post('/api/session/start');
    return answer;
  }

  get<T = ProblemBody>(url: string, headers: http.OutgoingHttpHeaders = {}): Promise<Answer<T>> {
    return this.send('GET', url, undefined, headers);
  }

  post<T = ProblemBody>(url: string, body?: unknown, headers: http.OutgoingHttpHeaders = {}): Promise<Answer<T>> {
    return this.send('POST', url, body, headers);
  }

  /** Sends a request; a string body is sent unchanged. */
  send<T = ProblemBody>(method: string, url: string, body?: unknown, headers: http.OutgoingHttpHeaders = {}): Promise<Answer<T>> {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request({
        host: '127.0.0.1',
        port: this.port,
        method,
        path: url,
        headers: {
          host: this.host,
          origin: `http://${this.host}`,
          ...(this.cookies.size > 0 && { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        for (const cookie of response.headers['set-cookie'] ?? []) this.#keep(cookie);
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes, body: parse(text) as T });
        });
        response.on('error', reject);
      });
      request.end(payload);
    });
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    if (value === '' || attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), value);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the product's time zone, so that `current_date` is the product's date between midnight in Berlin and midnight UTC. */
async function asOwner<T>(host: string, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host, database, user: 'postgres', options: '-c timezone=Europe/Berlin' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
