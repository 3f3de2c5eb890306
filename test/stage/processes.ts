import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const tickMs = 10;
const pageKiB = 4;

/** A process and everything below it, as the operating system lists them now. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of fs.readdirSync('/proc')) {
    const fields = /^\d+$/.test(entry) ? statOf(Number(entry)) : undefined;
    if (fields) parents.set(Number(entry), Number(fields[1]));
  }
  const tree = [root];
  for (let at = 0; at < tree.length; at++) for (const [pid, parent] of parents) if (parent === tree[at]) tree.push(pid);
  return tree;
}

/** CPU time that a process tree has used up to now, the ended children that it waited for included. Steps of 10 ms per process. */
export function cpuMsOf(root: number): number {
  let ticks = 0;
  for (const pid of processTree(root)) {
    const fields = statOf(pid);
    // utime, stime, and the same of the ended children.
    if (fields) ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  }
  return ticks * tickMs;
}

/** Memory that a process holds now. */
export function memoryMiBOf(pid: number): number {
  return (Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageKiB) / 1024;
}

/** The most memory that a process ever held. */
export function peakMemoryMiBOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** Ties a process tree to some cores, so that what measures does not take time from what is measured. Nothing where taskset is missing. */
export function pin(root: number, ...cores: readonly number[]): void {
  if (!hasTaskset) return;
  for (const pid of processTree(root)) spawnSync('taskset', ['-a', '-p', '-c', cores.join(), String(pid)]);
}

/** A command line that runs on one core from its beginning. */
export function pinned(command: string, args: string[], core: number | undefined): [string, string[]] {
  return hasTaskset && core !== undefined ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/** The fields of /proc/<pid>/stat behind the name, which may itself hold spaces; undefined when the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
