import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#server/platform/process/root.ts';
import { freePort } from './ports.ts';
import { startProgram, type Program } from './program.ts';

/** A HAProxy before several processes. */
export type Balancer = Program & { port: number };

/** The version of the HAProxy on this machine; undefined without one. */
export function balancerVersion(): string | undefined {
  return /version (\d+\.\d+\.\d+)/.exec(spawnSync('haproxy', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[1];
}

/** Starts HAProxy by the file of `deploy`, before the processes of these ports and without a certificate. */
export async function startBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  const delivered = fs.readFileSync(path.join(projectRoot, 'deploy/haproxy.cfg'), 'utf8');
  const servers = ports.map((one, at) => `  server process${at} 127.0.0.1:${one}\n`).join('');
  fs.writeFileSync(
    file,
    delivered
      .replaceAll(/^ {2}(?:user|group) haproxy\n/gm, '')
      .replace(/^ {2}bind :80$/m, `  bind 127.0.0.1:${port}`)
      .replaceAll(/^ {2}(?:bind :443|.* redirect scheme https) .*\n/gm, '')
      .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
      .replace(/(?:^ {2}server .*\n?)+/m, servers),
  );
  return { ...(await startProgram(['haproxy', '-f', file, '-db'], port)), port };
}
