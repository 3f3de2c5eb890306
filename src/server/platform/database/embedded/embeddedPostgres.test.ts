import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, startProcess, temporaryFolder } from '#test/processes.ts';
import { readPidFile } from './postgresProcess.ts';

test.runIf(process.getuid?.() === 0)('a data folder that is given to another user is that user’s to start', async () => {
  const nobody = 65_534;
  const data = temporaryFolder();
  const run = (uid?: number) => startProcess('src/server/commands/audit.ts', [], { DATA_DIR: data }, uid).ended;
  expect(await run()).toMatchObject({ code: 0, errors: '' });
  spawnSync('chown', ['-R', `${nobody}:${nobody}`, data]);
  expect(await run(nobody)).toMatchObject({ code: 0, errors: '' });
  fs.rmSync(data, { recursive: true });
});

test.each(['SIGTERM', 'SIGKILL'] as const)('a server that ends by %s leaves no folder of its socket behind', async (signal) => {
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
