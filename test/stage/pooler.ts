import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from './ports.ts';
import { startProgram, type Program } from './program.ts';

/** A PgBouncer before a PostgreSQL. */
export type Pooler = Program & { url(database: string): string };

type PoolMode = 'session' | 'transaction';

/** The version of the PgBouncer on this machine; undefined without one. */
export function poolerVersion(): string | undefined {
  return /PgBouncer (\S+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
}

/** Starts PgBouncer with `sessions` sessions at most of the PostgreSQL whose socket is in `host`. */
export async function startPooler(folder: string, host: string, poolMode: PoolMode, sessions: number): Promise<Pooler> {
  const port = await freePort();
  const file = path.join(folder, `${poolMode}.ini`);
  fs.writeFileSync(
    file,
    `[databases]\n* = host=${host} user=vereinsportal\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `auth_type = any\npool_mode = ${poolMode}\ndefault_pool_size = ${sessions}\nmax_client_conn = 500\n`,
  );
  // PgBouncer refuses to be root; in a namespace of its own it is nobody, and may still enter the socket's folder.
  const aside = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [];
  const program = await startProgram([...aside, 'pgbouncer', file], port);
  return { ...program, url: (database) => `postgres://vereinsportal@127.0.0.1:${port}/${database}` };
}
