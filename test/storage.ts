import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Role } from '../src/shared/kernel/roles.ts';
import type { ClubName } from '../src/shared/kernel/clubs.ts';
import { ask, objectUrl, type Sent, type Told } from './stage/files.ts';
import { emailOf, startServer, type Client, type TestServer } from './harness.ts';

export type StorageServer = TestServer & {
  /** The data folder, to inspect the stored files. */
  folder: string;
  /** A bearer token of a demo account. */
  token(role: Role, club?: ClubName): Promise<string>;
  userId(role: Role, club?: ClubName): Promise<string>;
  /** Sends a raw request to the storage API; the path is sent unchanged. */
  ask(method: string, url: string, options?: Sent): Promise<Told>;
};

/** Starts a server with its own data folder. */
export async function startStorage(env: { [name: string]: string } = {}): Promise<StorageServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-files-'));
  const server = await startServer({ DATA_DIR: folder, ...env });
  const userId = async (role: Role, club?: ClubName) => {
    const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf(role, club)]);
    if (!row) throw new Error(`no ${role}`);
    return row.id;
  };
  const people = new Map<string, Client>();
  const token = async (role: Role, club: ClubName = 'RWA') => {
    const email = emailOf(role, club);
    const person = people.get(email) ?? (await server.signedIn(role, club));
    people.set(email, person);
    return (await person.post<{ token: string }>('/api/session/token')).body.token;
  };
  return {
    ...server,
    folder,
    userId,
    token,
    ask: (method, url, sent) => ask(server.port, method, url, sent),
    close: async () => {
      await server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The requests of a resumable upload, sent with `token` by default. */
export function resumable(server: StorageServer, token: () => string) {
  const start = (name: string, sizeBytes: number, sent: Sent & { type?: string } = {}): Promise<Told> =>
    server.ask('POST', `/v0/b/club-files/o?name=${encodeURIComponent(name)}`, {
      token: token(),
      body: sent.body ?? JSON.stringify({ name }),
      ...sent,
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(sizeBytes),
        'x-goog-upload-header-content-type': sent.type ?? 'application/pdf',
        'content-type': 'application/json; charset=utf-8',
        ...sent.headers,
      },
    });
  return {
    start,
    /** Starts an upload; returns the URL of its chunks. */
    begin: async (name: string, sizeBytes: number): Promise<string> => {
      const { status, headers } = await start(name, sizeBytes);
      if (status !== 200 || headers['x-goog-upload-status'] !== 'active') throw new Error(`start: ${status}`);
      const { pathname, search } = new URL(String(headers['x-goog-upload-url']));
      return pathname + search;
    },
    send: (url: string, command: string, offset?: number, body?: Buffer, sent: Sent = {}): Promise<Told> =>
      server.ask('POST', url, {
        token: token(),
        ...(body && { body }),
        ...sent,
        headers: {
          'x-goog-upload-command': command,
          ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
          ...sent.headers,
        },
      }),
    stored: async (name: string): Promise<Buffer> => (await server.ask('GET', objectUrl(name, '?alt=media'), { token: token() })).bytes,
  };
}
