import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { programVersion, projectRoot } from '../../../src/server/platform/process/root.ts';
import { startStagePostgres } from '../../stage/postgres.ts';
import { inFolder, none, pause, type Outcome, type Proof } from '../proof.ts';
import { makeRelease, must } from '../releases.ts';

/** What a Containerfile says: its instructions with their words. */
type Step = { name: string; words: string };
type User = { uid?: number; gid?: number };
type Environment = { [name: string]: string };

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** The steps of the Containerfile in plain folders, and a release in a folder that its user may only read. */
export const proof: Proof = {
  goal: 'the steps of the Containerfile make a product that starts as any user id, is healthy, saves itself and writes nothing but /data; a release with its own database starts from a folder that its user may not write',
  minutes: () => 20,
  run: () => inFolder(prove),
};

async function prove(folder: string): Promise<Outcome> {
  // Temporary folders are closed to other users, as those of a container's user are not.
  fs.chmodSync(folder, 0o755);
  const { release } = makeRelease(folder);
  const wrong = [...(await readOnlyRelease(folder, release))];
  fs.rmSync(release, { recursive: true });
  const root = path.join(folder, 'root');
  const steps = readSteps();
  const container = build(steps, root, folder);
  const postgres = await startStagePostgres();
  const line = await openLine(path.join(postgres.host, '.s.PGSQL.5432'));
  try {
    for (const uid of [container.uid, 54_321]) {
      const database = await postgres.createDatabase(`of_${uid}`);
      const url = `postgres://postgres@127.0.0.1:${line.port}/${database.name}`;
      wrong.push(...(await runContainer({ ...container, uid }, url)).map((what) => `user ${uid}: ${what}`));
      await database.close();
      emptied(path.join(root, 'data'));
    }
  } finally {
    line.close();
    await postgres.stop();
  }
  const builder = builderHere();
  if (builder) wrong.push(...buildImage(builder, folder));
  return [
    {
      figure: builder ? `an image is built by ${builder} and starts` : 'no docker or podman that works here: no image was built',
      isMet: true,
    },
    {
      figure: `${steps.length} steps of the Containerfile, two user ids, ${isRoot ? 'as root' : 'as one user: rights were not proved'}`,
      isMet: isRoot,
    },
    none('surprises', wrong),
  ];
}

/** A program that builds images here: a client without its service, or without the image to begin with, does not. */
function builderHere(): string | undefined {
  const base = readSteps().find(({ name }) => name === 'FROM')?.words ?? '';
  return ['podman', 'docker'].find((one) => spawnSync(one, ['pull', base], { stdio: 'ignore' }).status === 0);
}

/** Builds the image as compose.yaml does, beside the archive, and asks its program for its commands; gives what went wrong. */
function buildImage(builder: string, folder: string): string[] {
  const context = path.join(folder, 'image');
  fs.mkdirSync(context);
  for (const archive of fs.globSync('*.tar.gz', { cwd: folder })) fs.copyFileSync(path.join(folder, archive), path.join(context, archive));
  fs.copyFileSync(path.join(projectRoot, 'deploy/Containerfile'), path.join(context, 'Containerfile'));
  const image = 'vereinsportal:proof';
  const words = ['build', '--build-arg', `VERSION=${programVersion}`, '-t', image, '-f', path.join(context, 'Containerfile'), context];
  const built = spawnSync(builder, words, { encoding: 'utf8' });
  if (built.status !== 0) return [`${builder} build: ${built.stderr}`];
  const run = spawnSync(builder, ['run', '--rm', '--read-only', image, 'help'], { encoding: 'utf8' });
  spawnSync(builder, ['rmi', image], { stdio: 'ignore' });
  return run.stderr.includes('check:all') ? [] : [`${builder} run: ${run.stderr}`];
}

function readSteps(): Step[] {
  const text = fs
    .readFileSync(path.join(projectRoot, 'deploy/Containerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  return [...text.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name = '', words = '']) => ({ name, words }));
}

type Container = { root: string; uid: number; gid: number; env: Environment; program: string[]; health: string[]; signal: NodeJS.Signals };

/** Follows the steps with `root` in the place of the container's disk; a step that it does not know is an error. */
function build(steps: readonly Step[], root: string, folder: string): Container {
  const inRoot = (words: string) =>
    words.replaceAll('${VERSION}', programVersion).replaceAll(/(?<![\w./-])\/(?=opt|data|etc)/g, `${root}/`);
  const list = (words: string) => JSON.parse(words) as string[];
  const one: Container = { root, uid: 0, gid: 0, env: {}, program: [], health: [], signal: 'SIGKILL' };
  fs.mkdirSync(path.join(root, 'opt'), { recursive: true, mode: 0o755 });
  for (const { name, words } of steps) {
    const text = inRoot(words);
    if (name === 'ADD') {
      const [archive = '', to = ''] = text.split(' ');
      must('tar', ['-xzf', path.join(folder, archive), '--no-same-owner', '-C', to]);
    } else if (name === 'RUN') must('sh', ['-c', text]);
    else if (name === 'ENV') one.env = { ...one.env, ...Object.fromEntries(text.split(' ').map((pair) => pair.split('='))) };
    else if (name === 'USER') [one.uid = 0, one.gid = 0] = text.split(':').map(Number);
    else if (name === 'HEALTHCHECK') one.health = list(text.slice(text.indexOf('CMD ') + 4));
    else if (name === 'ENTRYPOINT' || name === 'CMD') one.program.push(...list(text));
    else if (name === 'STOPSIGNAL') one.signal = text === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL';
    else if (!['FROM', 'ARG', 'VOLUME', 'EXPOSE'].includes(name)) throw new Error(`Nobody knows how to follow ${name}.`);
  }
  return one;
}

/** Runs it as its user id from start to end; gives what was not as it should be. */
async function runContainer(container: Container, url: string): Promise<string[]> {
  const { root, health, signal, program, uid, gid } = container;
  const port = 7000 + Math.floor(Math.random() * 2000);
  const data = path.join(root, 'data');
  const own = { DATABASE_URL: url, METRICS_PORT: '0', BACKUP_PASSWORD: 'ein langes Passwort' };
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/', ...container.env, ...own, HOST: '127.0.0.1', PORT: String(port) };
  const user: User = isRoot ? { uid, gid } : {};
  const [entry = ''] = program;
  // Not in one go: the line to the database is ours.
  const ask = async ([name = '', ...words]: string[]) => {
    const { ended, output } = watched(spawn(name, words, { ...user, env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] }));
    return { status: await ended, said: output() };
  };
  const before = writtenSince(path.join(root, 'opt'));
  const wrong: string[] = [];
  const expectGood = async (what: string, words: string[]) => {
    const { status, said } = await ask(words);
    if (status !== 0) wrong.push(`${what}: ${status} ${said}`);
  };
  if ((await ask(health)).status === 0) wrong.push('healthy before its start');
  const child = spawn(entry, program.slice(1), { ...user, env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const { ended, output } = watched(child);
  if (!(await isReady(port, child))) return [`it did not start: ${output()}`];
  await expectGood('its health', health);
  await expectGood('a first super', [entry, 'superuser', 'erste@verein.de']);
  await expectGood('a backup', [entry, 'backup']);
  const looked = await ask([entry, 'check:all']);
  if (!/Sicherung/.test(looked.said)) wrong.push(`the check list: ${looked.said}`);
  if (fs.readdirSync(path.join(data, 'backups')).length !== 1) wrong.push('there is no backup in /data/backups');
  child.kill(signal);
  const code = await ended;
  if (code !== 0) wrong.push(`it ended with ${code}: ${output()}`);
  if ((await ask(health)).status === 0) wrong.push('healthy after its end');
  if (writtenSince(path.join(root, 'opt')) !== before) wrong.push('something outside of /data was written');
  return wrong;
}

/** An archive as root unpacked it, started by a user who may only read it, with its own database. */
async function readOnlyRelease(folder: string, release: string): Promise<string[]> {
  const data = path.join(folder, 'of-nobody');
  fs.mkdirSync(data);
  const user: User = isRoot ? { uid: nobody, gid: nobody } : {};
  if (isRoot) fs.chownSync(data, nobody, nobody);
  else must('chmod', ['-R', 'a-w', release]);
  const before = writtenSince(release);
  const port = 7000 + Math.floor(Math.random() * 2000);
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/', DATA_DIR: data, PORT: String(port), METRICS_PORT: '0' };
  const child = spawn(path.join(release, 'vereinsportal'), ['start'], { ...user, env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const { ended, output } = watched(child);
  if (!(await isReady(port, child))) return [`read-only: it did not start: ${output()}`];
  child.kill('SIGTERM');
  const code = await ended;
  if (!isRoot) must('chmod', ['-R', 'u+w', release]);
  return [
    ...(code === 0 ? [] : [`read-only: it ended with ${code}: ${output()}`]),
    ...(writtenSince(release) === before ? [] : ['read-only: the folder of the release was written to']),
  ];
}

function watched(child: ChildProcess): { ended: Promise<number | null>; output(): string } {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-8000)));
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', end);
      resolve(code);
    });
  });
  return { ended, output: () => output };
}

async function isReady(port: number, child: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + 90_000; Date.now() < until && child.exitCode === null; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok) return true;
  }
  child.kill('SIGKILL');
  return false;
}

/** The files of a folder with the times of their last change, in one text. */
function writtenSince(folder: string): string {
  return spawnSync('find', [folder, '-printf', '%p %C@\n'], { encoding: 'utf8', maxBuffer: 1e8 }).stdout;
}

function emptied(data: string): void {
  for (const name of fs.readdirSync(data)) fs.rmSync(path.join(data, name), { recursive: true });
  fs.mkdirSync(path.join(data, 'backups'));
  must('chmod', ['-R', '2770', data]);
}

/** The socket of PostgreSQL is for its own user; a container reaches its database over a network. */
async function openLine(socket: string): Promise<{ port: number; close(): void }> {
  const lines = new Set<net.Socket>();
  const server = net.createServer((from) => {
    const to = net.connect(socket);
    for (const one of [from, to]) {
      lines.add(one);
      one.on('error', () => undefined);
      one.once('close', () => [from, to].forEach((either) => either.destroy()));
    }
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on TCP has an address object.
    port: (server.address() as net.AddressInfo).port,
    close: () => {
      for (const one of lines) one.destroy();
      server.close();
    },
  };
}
