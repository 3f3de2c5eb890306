import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '../process/startError.ts';
import type { Places } from './places.ts';
import { becomesReady } from './trial.ts';

const stopsWithinMs = 20_000;
/** Longer than systemd waits before it starts a service again. */
const returnsWithinMs = 15_000;

/** How it stands with the server that the launcher runs: nobody runs it, it got ready, or it ended or took too long. */
export type Service = { state: 'absent' | 'ready' | 'failed'; /** Whether people could have reached it. */ hasListened: boolean };

/** Keeps the server stopped while `work` runs; should this process die, the launcher goes on with the version of the link. */
export async function whileStopped<T>({ run }: Places, work: () => Promise<T>): Promise<T> {
  const hold = noteIn(run, 'hold');
  try {
    await stopServer(run);
    return await work();
  } finally {
    fs.rmSync(hold, { force: true });
  }
}

/** While `work` judges a version, a server that ends by itself does not end the launcher, which waits for the verdict. */
export async function whileWatched<T>({ run }: Places, work: () => Promise<T>): Promise<T> {
  const watch = noteIn(run, 'watch');
  try {
    return await work();
  } finally {
    fs.rmSync(watch, { force: true });
  }
}

/** Whether a launcher runs the server here. */
export function isRun({ run }: Places): boolean {
  return isLiving(readPid(path.join(run, 'launcher')));
}

/** Waits until the server that the launcher starts again is ready or fails. `isExpected`: systemd may bring the launcher back, too. */
export async function serviceOf(places: Places, isExpected = false): Promise<Service> {
  const { run } = places;
  for (const until = Date.now() + returnsWithinMs; isExpected && !isRun(places) && Date.now() < until;) await setTimeout(100);
  if (!isRun(places)) return { state: 'absent', hasListened: false };
  const port = path.join(run, 'port');
  let hasListened = false;
  let hasRun = false;
  const hasEnded = () => {
    hasListened ||= fs.existsSync(port);
    const lives = isLiving(readPid(path.join(run, 'server')));
    hasRun ||= lives;
    return !isRun(places) || (hasRun && !lives);
  };
  const isReady = await becomesReady(port, hasEnded, 60_000);
  return { state: isReady ? 'ready' : 'failed', hasListened };
}

/** Writes our process number into a file that the launcher looks at; refused while another process that lives stands in it. */
function noteIn(run: string, name: string): string {
  const note = path.join(run, name);
  fs.mkdirSync(run, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(note, String(process.pid), { flag: isLiving(readPid(note)) ? 'wx' : 'w' });
  } catch {
    throw new StartError('Eine andere Aktualisierung läuft gerade.');
  }
  return note;
}

async function stopServer(run: string): Promise<void> {
  const launcher = readPid(path.join(run, 'launcher'));
  if (!isLiving(launcher)) return;
  fs.rmSync(path.join(run, 'port'), { force: true });
  process.kill(Number(launcher), 'SIGUSR1');
  for (const until = Date.now() + stopsWithinMs; isLiving(readPid(path.join(run, 'server'))); await setTimeout(50))
    if (Date.now() > until) throw new StartError('Der laufende Server lässt sich nicht anhalten.');
}

function readPid(file: string): number | undefined {
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) || undefined : undefined;
}

function isLiving(pid: number | undefined): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
