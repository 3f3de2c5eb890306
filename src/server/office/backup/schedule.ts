import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { addDays, instantOf, localOf, minutesOf, type LocalTime } from '#shared/kernel/calendar.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now, stampForName } from '#server/platform/process/clock.ts';
import type { Job } from '#server/platform/process/jobs.ts';
import { commandFile } from '#server/platform/process/root.ts';
import { lastBackup } from './lastBackup.ts';

const namePattern = /^nachts-\d{4}-\d\d-\d\d-\d{4}(?:\d\d)?\.sicherung$/;
const longestHours = 6;

/**
 * The nightly backup at BACKUP_AT (Europe/Berlin). The job runs hourly, so that missed and failed backups are retried; undefined if none is
 * configured. The backup runs in its own process to keep the server responsive.
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

/** The name of the next nightly backup; with seconds, as one by hand may follow within the minute. */
export function nightlyName(): string {
  return `nachts-${stampForName()}.sicherung`;
}

/** The nightly backups to delete so that the newest `keep` remain, the oldest first; other names are ignored. */
export function oldest(names: readonly string[], keep: number): string[] {
  const nights = names.filter((name) => namePattern.test(name)).sort();
  return nights.slice(0, Math.max(0, nights.length - keep));
}

/**
 * Deletes the oldest nightly backups except the newest `keep`, and leftovers of an aborted one; other files of the folder are not touched.
 * Returns the number deleted.
 */
export function deleteOldest(folder: string, keep: number): number {
  const names = fs.readdirSync(folder);
  const old = oldest(names, keep);
  const torn = names.filter((name) => name.endsWith('.part') && namePattern.test(name.slice(0, -'.part'.length)));
  for (const name of [...old, ...torn]) fs.rmSync(path.join(folder, name));
  return old.length;
}

/** The instant at which a backup was last due. */
function latestPlanned(at: LocalTime): Date {
  const { date, time } = localOf(now());
  return instantOf(minutesOf(time) >= minutesOf(at) ? date : addDays(date, -1), at);
}

/** Runs a command in a child process with the same settings; throws with its error output. */
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
