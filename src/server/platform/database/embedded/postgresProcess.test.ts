import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, temporaryFolder } from '#test/processes.ts';
import { isHeld } from './postgresProcess.ts';

const canUnshare = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;

test.runIf(canUnshare)('a folder is in use also by a PostgreSQL that has it at another path, as a service or a container may', async () => {
  const folder = temporaryFolder();
  const [data, other, program] = ['data', 'other', 'postgres'].map((name) => path.join(folder, name)) as [string, string, string];
  for (const one of [data, other]) fs.mkdirSync(one);
  fs.copyFileSync('/bin/sleep', program);
  fs.chmodSync(program, 0o755);
  const script = `mount --bind '${data}' '${other}' && cd '${other}' && exec '${program}' 120`;
  const elsewhere = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', script], { stdio: 'ignore' });
  try {
    await eventually(() => fs.readFileSync(`/proc/${elsewhere.pid}/stat`, 'utf8').includes('(postgres)'));
    fs.writeFileSync(path.join(data, 'postmaster.pid'), `${elsewhere.pid}\n${other}\n1\n5432\n/nowhere\n\n\nready\n`);
    expect(isHeld(data)).toBe(true);
    expect(fs.existsSync(path.join(data, 'postmaster.pid'))).toBe(true);
  } finally {
    elsewhere.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true });
  }
});
