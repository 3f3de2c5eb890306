import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { freePort } from './ports.ts';

/** A PgBouncer before a PostgreSQL, as a process of its own. */
export type Pooler = { url(database: string): string; stop(): Promise<void> };

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
  const words = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', 'pgbouncer'] : ['pgbouncer'];
  const child = spawn(words[0] ?? '', [...words.slice(1), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    });
  });
  for (let waited = 0; !(await answers(port)); waited += 50) {
    if (child.exitCode !== null || waited > 10_000) throw new Error(`PgBouncer did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: (database) => `postgres://vereinsportal@127.0.0.1:${port}/${database}`,
    stop: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
