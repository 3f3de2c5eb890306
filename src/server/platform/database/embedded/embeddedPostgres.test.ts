import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { startProcess, temporaryFolder } from '#test/processes.ts';

test.runIf(process.getuid?.() === 0)('a data folder that is given to another user is that user’s to start', async () => {
  const nobody = 65_534;
  const data = temporaryFolder();
  const run = (uid?: number) => startProcess('src/server/commands/audit.ts', [], { DATA_DIR: data }, uid).ended;
  expect(await run()).toMatchObject({ code: 0, errors: '' });
  spawnSync('chown', ['-R', `${nobody}:${nobody}`, data]);
  expect(await run(nobody)).toMatchObject({ code: 0, errors: '' });
  fs.rmSync(data, { recursive: true });
});
