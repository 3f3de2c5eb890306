import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { addDays, instantOf, localOf, minutesOf, type LocalTime } from '#shared/kernel/calendar.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Job } from '#server/platform/process/jobs.ts';
import { commandFile } from '#server/platform/process/root.ts';
import { lastBackup } from './lastBackup.ts';

const namePattern = /^nachts-\d{4}-\d\d-\d\d-\d{4}\.sicherung$/;
const longestHours = 6;

/**
 * The backup of each night at BACKUP_AT (Berlin time). It looks every hour, so that a night without power is made up for and a
 * failed one tried again; undefined where nothing is planned. A process of its own does the work: people notice nothing of it.
 */
export function backupJob({ settings, database }: Services): Job | undefined {
  const { BACKUP_AT } = settings;
  if (BACKUP_AT === undefined) return undefined;
  return {
    name: 'backup',
    cron: `${minutesOf(BACKUP_AT) % 60} * * * *`,
    longestSeconds: longestHours * 60 * 60,
    work: async () => {
      const made = await lastBackup(database);
      if (!made || made < latestPlanned(BACKUP_AT)) await runCommandLine('backup');
    },
  };
}

/** The name of the next backup of a night. */
export function nightlyName(): string {
  const { date, time } = localOf(now());
  return `nachts-${date}-${time.replace(':', '')}.sicherung`;
}

/** Which backups of nights go, so that the newest `keep` stay, the oldest first; no other name is among them. */
export function oldest(names: readonly string[], keep: number): string[] {
  const nights = names.filter((name) => namePattern.test(name)).sort();
  return nights.slice(0, Math.max(0, nights.length - keep));
}

/** Deletes the oldest backups of nights, so that `keep` stay, and what a stopped one left; no other file of the folder is touched. Gives how many went. */
export function deleteOldest(folder: string, keep: number): number {
  const names = fs.readdirSync(folder);
  const old = oldest(names, keep);
  const torn = names.filter((name) => name.endsWith('.part') && namePattern.test(name.slice(0, -'.part'.length)));
  for (const name of [...old, ...torn]) fs.rmSync(path.join(folder, name));
  return old.length;
}

/** The instant at which a backup was due last. */
function latestPlanned(at: LocalTime): Date {
  const { date, time } = localOf(now());
  return instantOf(minutesOf(time) >= minutesOf(at) ? date : addDays(date, -1), at);
}

/** Runs a command beside this process, with its settings; its error output is the error. */
async function runCommandLine(name: string): Promise<void> {
  const child = spawn(process.execPath, [commandFile(name)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => void child.kill();
  process.once('exit', end);
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-2000)));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  process.off('exit', end);
  if (code !== 0) throw new Error(`The command ${name} ended with ${code}: ${errors.trim()}`);
}
