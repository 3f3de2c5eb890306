import fs from 'node:fs';
import path from 'node:path';
import { isSystemError } from '#server/platform/process/systemError.ts';

/** Whether a living PostgreSQL has the folder. */
export function isHeld(data: string): boolean {
  const { pid } = readPidFile(data);
  if (!pid || !isAlive(Number(pid))) return false;
  if (!fs.existsSync('/proc/self/stat') || worksIn(pid, data)) return true;
  // What the dead one had begun may outlive it for a moment, and must not meet a new one.
  if (fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(name, data))) return true;
  // It is dead and nobody has taken note, or, after a restart of the machine or container, the number belongs to another
  // program (the system's own PostgreSQL, say); PostgreSQL would wait for either.
  fs.rmSync(path.join(data, 'postmaster.pid'));
  return false;
}

/** Whether a process is a PostgreSQL at work in the folder. Where the system does not tell its folder, it counts as one. */
function worksIn(pid: string, data: string): boolean {
  const [, name, state] = /\((.*)\) (\w)/s.exec(readOr(`/proc/${pid}/stat`, '')) ?? [];
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data);
  } catch (error) {
    return !isSystemError(error, 'ENOENT');
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What a running PostgreSQL writes into its data folder: its process, its socket and whether it takes connections. */
export function readPidFile(data: string): { pid?: string; socket?: string; isReady: boolean } {
  const [pid, , , , socket, , , status] = readOr(path.join(data, 'postmaster.pid'), '').split('\n');
  return { pid, socket, isReady: status?.trim() === 'ready' };
}

function readOr(file: string, fallback: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}
