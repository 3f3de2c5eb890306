import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Role } from '../src/shared/access.ts';
import type { ClubName } from '../src/shared/clubs.ts';
import { issueToken } from '../src/server/identity/tokens.ts';
import { ask, type Sent, type Told } from './stage/files.ts';
import { emailOf, startServer, type TestServer } from './harness.ts';

export type StorageServer = TestServer & {
  /** The data folder, for a look at what really lies there. */
  folder: string;
  /** A bearer token of the demonstration account. */
  token(role: Role, club?: ClubName): Promise<string>;
  userId(role: Role, club?: ClubName): Promise<string>;
  /** Sends a raw request to the storage; the path goes out as it is. */
  ask(method: string, url: string, options?: Sent): Promise<Told>;
};

/** A server with a data folder of its own. */
export async function startStorage(env: { [name: string]: string } = {}): Promise<StorageServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-files-'));
  const server = await startServer({ DATA_DIR: folder, ...env });
  const userId = async (role: Role, club?: ClubName) => {
    const [row] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf(role, club)]);
    if (!row) throw new Error(`no ${role}`);
    return row.id;
  };
  return {
    ...server,
    folder,
    userId,
    token: async (role, club) => (await issueToken(await userId(role, club), server.secret)).token,
    ask: (method, url, sent) => ask(server.port, method, url, sent),
    close: async () => {
      await server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
