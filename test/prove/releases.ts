import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const oneStep = 'src/server/db/migrations/29990101000000_step/migration.sql';

/** What makes a release a bad one. */
export const faults = {
  'a build that does not start': (folder: string) =>
    fs.writeFileSync(path.join(folder, 'dist/server/main.js'), "throw new Error('broken build');"),
  'a step of the database that fails': (folder: string) =>
    addStep(folder, 'create table half (id int);--> statement-breakpoint\nselect nonsense;'),
  'a version that has changed the data and then does not get ready': (folder: string) => {
    addStep(folder, 'alter table club drop column slogan cascade;');
    const main = path.join(folder, 'dist/server/main.js');
    fs.renameSync(main, path.join(folder, 'dist/server/real.js'));
    fs.writeFileSync(main, "delete process.env.READY_FILE; setTimeout(() => process.exit(3), 5000); await import('./real.js');");
  },
} as const;

/** Packs another version of an unpacked release, good or bad. */
export function packVariant(release: string, version: string, spoil: (folder: string) => void): string {
  const folder = path.join(path.dirname(release), version);
  fs.cpSync(release, folder, { recursive: true, verbatimSymlinks: true });
  const manifest = path.join(folder, 'package.json');
  fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`));
  spoil(folder);
  const changed = ['package.json', 'dist/server/main.js', 'dist/server/real.js', oneStep].filter((file) =>
    fs.existsSync(path.join(folder, file)),
  );
  const lines = fs.readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').split('\n');
  const others = lines.filter((line) => !changed.some((file) => line.endsWith(`  ${file}`)));
  fs.writeFileSync(
    path.join(folder, 'SHA256SUMS'),
    [...changed.map((file) => `${sumOf(path.join(folder, file))}  ${file}`), ...others].join('\n'),
  );
  const archive = `${folder}.tar.gz`;
  spawnSync('tar', ['-I', 'gzip -1', '-cf', archive, '-C', path.dirname(folder), version]);
  fs.writeFileSync(`${archive}.sha256`, `${sumOf(archive)}  ${path.basename(archive)}\n`);
  fs.rmSync(folder, { recursive: true });
  return archive;
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
      const ended = new Promise((resolve) => launcher.once('exit', resolve));
      launcher.kill('SIGTERM');
      await ended;
    },
  };
}

function addStep(folder: string, text: string): void {
  const file = path.join(folder, oneStep);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function sumOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
