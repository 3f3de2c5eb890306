import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '../process/startError.ts';
import type { Places } from './places.ts';
import { becomesReady, isReady } from './trial.ts';

const stopsWithinMs = 20_000;
/** Longer than systemd waits before it restarts a service. */
const returnsWithinMs = 15_000;

/** A database that restarts is back sooner. */
const mayLapseMs = 10_000;

/** The state of the server that the launcher runs: not run at all, ready, or failed (it ended or took too long). */
export type Service = {
  state: 'absent' | 'ready' | 'failed';
  /** Whether users could have reached it. */ hasListened: boolean;
  /** Whether it failed after it was ready. */ wasReady?: boolean;
};

/** Keeps the server stopped while `work` runs; if this process dies, the launcher continues with the version of the link. */
export async function whileStopped<T>({ run }: Places, work: () => Promise<T>): Promise<T> {
  const hold = noteIn(run, 'hold');
  try {
    await stopServer(run);
    return await work();
  } finally {
    fs.rmSync(hold, { force: true });
  }
}

/** While `work` evaluates a version, the launcher does not exit when the server ends by itself, but waits for the result. */
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

/** Waits until the server restarted by the launcher is ready or fails. With `isExpected`, systemd may restart the launcher, too. */
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
  const hasBecomeReady = await becomesReady(port, hasEnded, 60_000);
  return { state: hasBecomeReady ? 'ready' : 'failed', hasListened };
}

/** Watches a ready server: false if it ends, or is not ready for longer than a moment. A new version must also live through its first work. */
export async function staysReady({ run }: Places, forMs: number): Promise<boolean> {
  const server = readPid(path.join(run, 'server'));
  const until = Date.now() + forMs;
  for (let readyAt = Date.now(); ; await setTimeout(250)) {
    if (!isLiving(server) || readPid(path.join(run, 'server')) !== server) return false;
    if (await isReady(path.join(run, 'port'))) readyAt = Date.now();
    else if (Date.now() - readyAt > mayLapseMs) return false;
    if (readyAt >= until) return true;
  }
}

/** Writes our process id into a file that the launcher reads; throws while it names another living process. */
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
