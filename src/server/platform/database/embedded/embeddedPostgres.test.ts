import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, startProcess, temporaryFolder } from '#test/processes.ts';
import { readPidFile } from './postgresProcess.ts';

test.runIf(process.getuid?.() === 0)('a data folder given to another user is started by that user', async () => {
  const nobody = 65_534;
  const data = temporaryFolder();
  const run = (uid?: number) => startProcess('src/server/commands/audit.ts', [], { DATA_DIR: data }, uid).ended;
  expect(await run()).toMatchObject({ code: 0, errors: '' });
  spawnSync('chown', ['-R', `${nobody}:${nobody}`, data]);
  expect(await run(nobody)).toMatchObject({ code: 0, errors: '' });
  fs.rmSync(data, { recursive: true });
});

test.each(['SIGTERM', 'SIGKILL'] as const)('a server that ends by %s leaves no socket folder behind', async (signal) => {
  const data = temporaryFolder();
  const readyFile = path.join(data, 'ready');
  const { child, ended } = startProcess('src/server/main.ts', [], { DATA_DIR: data, PORT: '0', DEMO: 'off', READY_FILE: readyFile });
  await eventually(() => fs.existsSync(readyFile));
  const { socket = '' } = readPidFile(path.join(data, 'postgres'));
  expect(fs.statSync(socket).mode & 0o777).toBe(0o700);
  child.kill(signal);
  await ended;
  await eventually(() => !fs.existsSync(socket));
  fs.rmSync(data, { recursive: true });
});

test('the folder of a socket that a kill of all processes left behind goes with the next start', async () => {
  const data = temporaryFolder();
  const readyFile = path.join(data, 'ready');
  const { child, ended } = startProcess('src/server/main.ts', [], { DATA_DIR: data, PORT: '0', DEMO: 'off', READY_FILE: readyFile });
  await eventually(() => fs.existsSync(readyFile));
  const { pid = '', socket = '' } = readPidFile(path.join(data, 'postgres'));
  const guardian = Number(/^PPid:\s+(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  // As a memory limit or systemd does: the shell that would clean up is killed with its children.
  process.kill(-guardian, 'SIGKILL');
  child.kill('SIGKILL');
  await ended;
  expect(fs.existsSync(socket)).toBe(true);
  expect(await startProcess('src/server/commands/audit.ts', [], { DATA_DIR: data }).ended).toMatchObject({ code: 0, errors: '' });
  expect(fs.existsSync(socket)).toBe(false);
  fs.rmSync(data, { recursive: true });
});
