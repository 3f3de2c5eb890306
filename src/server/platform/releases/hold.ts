import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '../process/startError.ts';
import type { Places } from './places.ts';
import { becomesReady } from './trial.ts';

const stopsWithinMs = 20_000;

/** Keeps the server stopped while `work` runs; should this process die, the launcher goes on with the version of the link. */
export async function whileStopped<T>({ run }: Places, work: () => Promise<T>): Promise<T> {
  const hold = path.join(run, 'hold');
  fs.mkdirSync(run, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(hold, String(process.pid), { flag: isLiving(readPid(hold)) ? 'wx' : 'w' });
  } catch {
    throw new StartError('Eine andere Aktualisierung läuft gerade.');
  }
  try {
    await stopServer(run);
    return await work();
  } finally {
    fs.rmSync(hold, { force: true });
  }
}

/** Whether the server that the launcher starts again gets ready; undefined when nobody runs it here. */
export async function isServing({ run }: Places): Promise<boolean | undefined> {
  const launcher = () => readPid(path.join(run, 'launcher'));
  if (!isLiving(launcher())) return undefined;
  return becomesReady(path.join(run, 'port'), () => !isLiving(launcher()), 60_000);
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
