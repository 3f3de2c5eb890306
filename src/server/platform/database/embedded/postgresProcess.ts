import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isSystemError } from '#server/platform/process/systemError.ts';

const socketPrefix = 'vereinsportal-db-';
/** How long a PostgreSQL of another process may take to start or to end. */
export const longestWaitMs = 15_000;

/** Whether a running PostgreSQL uses the folder. */
export function isHeld(data: string): boolean {
  const { pid, socket } = readPidFile(data);
  if (!pid || !isAlive(Number(pid))) return false;
  if (!fs.existsSync('/proc/self/stat') || worksIn(pid, data)) return true;
  // Child processes may outlive a dead postmaster for a moment and must not meet a new one.
  if (fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(name, data))) return true;
  // The process is dead without a cleanup or, after a restart of the machine or container, its id belongs to another program (such as the
  // system's PostgreSQL); PostgreSQL would refuse to start in both cases.
  fs.rmSync(path.join(data, 'postmaster.pid'));
  if (socket) removeSocketFolder(socket);
  return false;
}

/**
 * Whether a process is a PostgreSQL in the folder; true if the system does not reveal its folder. Folders are compared by their identity:
 * a service or container may have the same one at another path.
 */
function worksIn(pid: string, data: string): boolean {
  const [, name, state] = /\((.*)\) (\w)/s.exec(readOr(`/proc/${pid}/stat`, '')) ?? [];
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  try {
    const [theirs, ours] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(data)];
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
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

/** The PID file of a running PostgreSQL: its process id, its socket and whether it accepts connections. */
export function readPidFile(data: string): { pid?: string; socket?: string; isReady: boolean } {
  const [pid, , , , socket, , , status] = readOr(path.join(data, 'postmaster.pid'), '').split('\n');
  return { pid, socket, isReady: status?.trim() === 'ready' };
}

/**
 * A socket path may have at most 107 bytes, so the socket is in a short temporary folder. Each run has its own, deleted at its end: the PID
 * file of the running PostgreSQL names it, and a freshly created name cannot be in use.
 */
export function makeSocketFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), socketPrefix));
}

/** Deletes the folder of a socket that nobody uses any more, if it is one of ours. */
export function removeSocketFolder(folder: string): void {
  if (path.basename(folder).startsWith(socketPrefix)) fs.rmSync(folder, { recursive: true, force: true });
}

function readOr(file: string, fallback: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}
