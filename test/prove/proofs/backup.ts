import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../src/server/platform/process/root.ts';
import { dataKey } from '../../dataKey.ts';
import { fillPeople, seeded, sessionOf } from '../../stage/people.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { atMost, inFolder, none, onStage, type Proof } from '../proof.ts';

const peopleCount = 10_000;
const fileCount = 40;
const fileBytesAtMost = 2_000_000;
const password = 'Beweis-mit-langem-Passwort';

/** The restore is itself recorded and told, and knows who was erased since: these tables have grown. */
const different = ['audit', 'audit_head', 'notice', 'collection_version', 'erasure'];

/** The way through a disaster: a backup, the loss of everything, a restore. */
export const proof: Proof = {
  goal: 'backup → destroy → restore with an erased person and files: all rows and MD5 equal, erased stays erased, ≤ 15 min',
  run: () =>
    onStage(({ postgres, database, startProduct }) =>
      inFolder(async (folder) => {
        const people = await fillPeople(database, peopleCount);
        const data = path.join(folder, 'data');
        makeFiles(path.join(data, 'files'));
        const archive = path.join(folder, 'backup');
        const startedAt = performance.now();
        const server = await startProduct({ env: { DATA_DIR: data } });
        run('backup', archive, database, data);
        // Erased after the backup: the backup itself still has them.
        const erased = people[17] ?? '';
        const answer = await server.requests.ask({
          method: 'DELETE',
          path: `/api/users/${erased}`,
          headers: { cookie: await sessionOf(database, 'super') },
        });
        if (answer.status !== 200) throw new Error(`The erasure answered ${answer.status}: ${answer.text}`);
        await server.stop();
        const before = { tables: await sumsOf(database, erased), files: filesOf(data) };

        fs.rmSync(path.join(data, 'files'), { recursive: true });
        const other = await postgres.createDatabase('restored');
        run('restore', archive, other, data, '--yes');
        const seconds = (performance.now() - startedAt) / 1000;
        const after = { tables: await sumsOf(other, erased), files: filesOf(data) };
        const returned = await other.sql<{ id: string }>(
          'select id from app_user where id = $1 union select id from auth_user where id = $1',
          [erased],
        );
        await other.close();

        const tables = Object.keys(before.tables);
        const files = Object.keys(before.files);
        return [
          none(
            `of ${tables.length} tables (${peopleCount} people), different`,
            tables.filter((name) => before.tables[name] !== after.tables[name]),
          ),
          none(
            `of ${files.length} files, different MD5`,
            [...files, ...Object.keys(after.files)].filter((name) => before.files[name] !== after.files[name]),
          ),
          none(
            'erased people who came back',
            returned.map(({ id }) => id),
          ),
          atMost('all of it', seconds, 900, ' s'),
        ];
      }),
    ),
};

/** Runs a command as a volunteer would type it. */
function run(command: 'backup' | 'restore', file: string, { host, name }: StageDatabase, data: string, ...more: string[]): void {
  const url = `postgresql://vereinsportal@localhost/${name}?host=${host}`;
  const result = spawnSync(process.execPath, [`src/server/commands/${command}.ts`, file, ...more], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: url,
      DATABASE_MIGRATOR_URL: url.replace('//vereinsportal', '//postgres'),
      DATA_DIR: data,
      // The key is kept apart from the backup, as the handbook says.
      DATA_KEY: dataKey,
      BACKUP_PASSWORD: password,
      LOG_LEVEL: 'error',
    },
  });
  if (result.status !== 0) throw new Error(`${command} ended with ${result.status}: ${result.stderr || result.stdout}`);
}

/** A checksum over all rows of each table, the erased person's and the ledger's apart. */
async function sumsOf(database: StageDatabase, erased: string): Promise<{ [table: string]: string }> {
  const tables = await database.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const sums: { [table: string]: string } = {};
  for (const { name } of tables) {
    const people = name === 'app_user' || name === 'auth_user';
    if (different.includes(name)) continue;
    // A session that was opened for the erasure itself is not in the backup.
    if (name === 'auth_session') continue;
    // When the last backup was made is noted after it.
    // A restore ends all sessions and with them the memory of the secret that signed them.
    const ofMachine = "where name not like 'backup%' and name <> 'auth.fingerprint'";
    const rest = people ? 'where id <> $1' : name === 'system_value' ? ofMachine : '';
    const [row] = await database.sql<{ sum: string }>(
      `select md5(coalesce(string_agg(r::text, ',' order by r::text), '')) as sum from "${name}" r ${rest}`,
      people ? [erased] : [],
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}

function makeFiles(folder: string): void {
  const random = seeded(5);
  for (let at = 0; at < fileCount; at++) {
    const file = path.join(folder, String(at % 7), `file-${at}`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, Buffer.alloc(Math.floor(random() * fileBytesAtMost), `${random()}`));
  }
}

function filesOf(data: string): { [file: string]: string } {
  const folder = path.join(data, 'files');
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('md5')
        .update(fs.readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  );
}
