import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { clubNames } from '../../../src/shared/kernel/clubs.ts';
import { findEmbeddedPostgres } from '../../../src/server/platform/database/embedded/findPostgres.ts';
import { projectRoot } from '../../../src/server/platform/process/root.ts';
import { dataKey } from '../../dataKey.ts';
import { fillMembers } from '../../stage/members.ts';
import { fillPeople } from '../../stage/people.ts';
import { markPlans, notePlans, wholeReads } from '../../stage/plans.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { startProduct, type RunningServer } from '../../stage/product.ts';
import { growTenYears } from '../../stage/tenYears.ts';
import { asksOf } from '../everyPage.ts';
import { atLeast, atMost, inFolder, none, type Outcome, type Proof } from '../proof.ts';

/** 50 clubs of 800 members, those who left in ten years among them, on three. */
const membersEach = 13_300;
const accounts = 10_000;
/** Words in the audit log are looked for in every entry: 0.2 s for a year, rarely asked, and an index would cost each write. */
const isMeant = (mark: string) => /\/api\/audit(\/export)?\?search=/.test(mark);
const password = 'Beweis-mit-langem-Passwort';

/** Ten years of 50 clubs: how large it is, how it is read, how long a backup takes. */
export const proof: Proof = {
  goal: 'ten years of 50 clubs on three: each list and page read ≤ 3 s, no grown table read whole for a few of its rows, backup and restore ≤ 15 min (--folder keeps the data and writes found.json, --audit-years 10)',
  minutes: () => 40,
  run: ({ number, text }) => {
    const kept = text('folder', '');
    const work = (folder: string) => measure(folder, number('audit-years', 1));
    return kept === '' ? inFolder(work) : work(kept);
  },
};

async function measure(folder: string, auditYears: number): Promise<Outcome> {
  const data = path.join(folder, 'data');
  const fillMs = fs.existsSync(data) ? 0 : await fill(data, auditYears);
  const product = await startProduct({ data: { folder: data } });
  try {
    const host = await hostOf(data);
    const { figures, grown } = await sizes(host);
    return [
      { figure: `filled in ${Math.round(fillMs / 1000)} s: ${figures}`, isMet: true },
      ...(await readAll(product, data, host, grown)),
      ...backUp(folder, data),
    ];
  } finally {
    await product.stop();
  }
}

/** The demonstration, then 50 clubs of people, then ten years; from its next start on PostgreSQL notes its plans. */
async function fill(data: string, auditYears: number): Promise<number> {
  const startedAt = performance.now();
  const product = await startProduct({ data: { folder: data } });
  try {
    const host = await hostOf(data);
    const pool = new pg.Pool({ host, database: 'postgres', user: 'postgres', max: 1 });
    const database: StageDatabase = {
      host,
      name: 'postgres',
      sql: async <T extends pg.QueryResultRow>(words: string, values: unknown[] = []) => (await pool.query<T>(words, values)).rows,
      close: () => pool.end(),
    };
    for (const club of clubNames) await fillMembers(database, membersEach, 'Xylander', club);
    await fillPeople(database, accounts);
    await database.close();
    await growTenYears(host, auditYears);
    await notePlans(host);
    return performance.now() - startedAt;
  } finally {
    await product.stop();
  }
}

/** Every table that has grown, with its rows and its size. */
async function sizes(host: string): Promise<{ figures: string; grown: ReadonlyMap<string, number> }> {
  const client = new pg.Client({ host, database: 'postgres', user: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ name: string; rows: number; mib: number }>(
    `select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid) / 1048576.0 as mib from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 30000 order by 3 desc`,
  );
  const [all] = (await client.query<{ mib: number }>(`select pg_database_size(current_database()) / 1048576.0 as mib`)).rows;
  await client.end();
  const each = rows.map(({ name, rows: count, mib }) => `${name} ${Math.round(count)} (${Math.round(mib)} MiB)`);
  return {
    figures: `${Math.round(all?.mib ?? 0)} MiB in all; ${each.join('; ')}`,
    grown: new Map(rows.map((row) => [row.name, row.rows])),
  };
}

async function readAll(product: RunningServer, data: string, host: string, grown: ReadonlyMap<string, number>): Promise<Outcome> {
  const failed: string[] = [];
  const slow: string[] = [];
  let count = 0;
  let slowest = 0;
  for await (const { mark, ask } of asksOf(product)) {
    await markPlans(host, mark);
    const answer = await ask();
    count++;
    if (answer.status === 0 || answer.status >= 500) failed.push(`${answer.status} ${mark}`);
    slowest = Math.max(slowest, answer.ms);
    if (answer.ms > 1000) slow.push(`${mark} ${Math.round(answer.ms)} ms`);
  }
  await markPlans(host, 'end');
  const { reads: all, count: statements } = wholeReads(data, grown);
  const reads = all.filter(({ mark }) => !isMeant(mark));
  fs.writeFileSync(path.join(path.dirname(data), 'found.json'), JSON.stringify({ slow, failed, reads }, null, 1));
  return [
    atLeast('pages and lists read', count, 200),
    atLeast('plans seen', statements, 1000),
    none('failed', failed),
    atMost(`slower than 1 s ${slow.length}, the slowest`, slowest / 1000, 3, ' s'),
    none(
      'grown tables read whole for a few rows',
      reads.map(({ mark, table }) => `${table} by ${mark}`),
    ),
  ];
}

function backUp(folder: string, data: string): Outcome {
  const file = path.join(folder, 'backup');
  fs.rmSync(file, { force: true });
  const saved = run('backup', [file], data);
  const mib = fs.statSync(file).size / 2 ** 20;
  const restored = run('restore', [file, '--yes'], path.join(folder, 'restored'));
  return [atMost(`backup of ${Math.round(mib)} MiB`, saved, 900, ' s'), atMost('restore', restored, 900, ' s')];
}

/** Runs a command as a volunteer would type it; gives the seconds. */
function run(command: 'backup' | 'restore', words: string[], data: string): number {
  const startedAt = performance.now();
  const result = spawnSync(process.execPath, [`src/server/commands/${command}.ts`, ...words], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: data, BACKUP_PASSWORD: password, DATA_KEY: dataKey, LOG_LEVEL: 'error' },
  });
  if (result.status !== 0) throw new Error(`${command} ended with ${result.status}: ${result.stderr || result.stdout}`);
  return (performance.now() - startedAt) / 1000;
}

async function hostOf(data: string): Promise<string> {
  const found = await findEmbeddedPostgres(data);
  if (!found) throw new Error('The embedded PostgreSQL does not run.');
  return found.host;
}
