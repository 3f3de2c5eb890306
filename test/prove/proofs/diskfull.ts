import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ask, boardToken, multipart, objectUrl, paper } from '../../stage/files.ts';
import { inFolder, none, onStage, type Proof } from '../proof.ts';

const diskBytes = 24 * 1024 * 1024;

/** A small disk for the files, filled to its end by uploads. */
export const proof: Proof = {
  goal: 'disk of the files full: 507, reading goes on, and everything works again without a restart',
  run: () =>
    inFolder((folder) =>
      onStage(async ({ database, startProduct }) => {
        const files = path.join(folder, 'files');
        fs.mkdirSync(files);
        const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', files]);
        if (status !== 0) throw new Error('A small disk can only be mounted by root. The tests prove the same with an injected ENOSPC.');
        try {
          const { port } = await startProduct({ env: { DATA_DIR: folder } });
          const token = await boardToken(database, port);
          const bytes = paper(5 * 1024 * 1024, 2);
          const put = (name: string) => {
            const { url, ...rest } = multipart(`RWA/members/prove/${name}`, bytes);
            return ask(port, 'POST', url, { ...rest, token });
          };
          const read = (name: string) => ask(port, 'GET', objectUrl(`RWA/members/prove/${name}`, '?alt=media'), { token });
          const answers: number[] = [];
          for (let at = 0; at < 8; at++) answers.push((await put(String(at))).status);
          const stored = answers.flatMap((one, at) => (one === 200 ? [String(at)] : []));
          const unread: string[] = [];
          for (const name of stored) if (!(await read(name)).bytes.equals(bytes)) unread.push(name);
          const health = (await ask(port, 'GET', '/health')).status;
          await ask(port, 'DELETE', objectUrl(`RWA/members/prove/${stored[0]}`), { token });
          let again = 0;
          for (let tries = 0; tries < 50 && again !== 200; tries++) again = (await put('again')).status;
          return [
            none(`of ${answers.length} uploads, neither 200 nor 507`, answers.filter((one) => one !== 200 && one !== 507).map(String)),
            none('refusals missing', answers.includes(507) ? [] : ['no 507']),
            none('stored files that could not be read', unread),
            none('health, and an upload after one was deleted, other than 200', [health, again].filter((one) => one !== 200).map(String)),
          ];
        } finally {
          spawnSync('umount', ['-l', files]);
        }
      }),
    ),
};
