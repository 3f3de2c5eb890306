import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Places } from './places.ts';

const readyWithinMs = 180_000;
const longestWords = 300;

/**
 * Starts a version on the real data, but on a random port, until it is ready, and stops it again; returns its output if it does not become
 * ready. So a version that does not start never serves anybody.
 */
export async function startOnTrial(release: string, { run }: Places): Promise<string | undefined> {
  const readyFile = path.join(run, 'trial');
  fs.rmSync(readyFile, { force: true });
  const child = spawn(path.join(release, 'vereinsportal'), ['run'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error', READY_FILE: readyFile },
    // The channel closes when this process ends for any reason, and the process on trial ends with the channel.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)));
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once('error', end);
    child.once('close', end);
  });
  const stop = () => void child.kill('SIGTERM');
  process.once('exit', stop);
  const hasBecomeReady = await becomesReady(readyFile, () => hasEnded);
  process.off('exit', stop);
  child.kill('SIGTERM');
  await ended;
  fs.rmSync(readyFile, { force: true });
  return hasBecomeReady ? undefined : lastWords(said);
}

/** Waits until a server that writes its port into a file is ready; false if it ends or takes too long. */
export async function becomesReady(readyFile: string, hasEnded: () => boolean, withinMs = readyWithinMs): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until && !hasEnded(); await setTimeout(100))
    if (await isReady(readyFile)) return true;
  return false;
}

/** Whether the server that wrote its port into a file is ready. */
export async function isReady(readyFile: string): Promise<boolean> {
  const port = Number(fs.existsSync(readyFile) ? fs.readFileSync(readyFile, 'utf8') : '');
  return port > 0 && (await answersReady(port));
}

async function answersReady(port: number): Promise<boolean> {
  const { HOST = '127.0.0.1' } = process.env;
  const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST;
  for (const one of [host, '127.0.0.1']) {
    const answer = await fetch(`http://${one.includes(':') ? `[${one}]` : one}:${port}/health/ready`, {
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined);
    if (answer?.ok) return true;
  }
  return false;
}

/** The last relevant line of a program's output, without the stack trace. */
export function lastWords(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() && !/^\s+at |^Node\.js v/.test(line));
  // The cause of an error is more informative than the statement that failed.
  const cause = lines.map((line) => /\bcause\]?: (?:error: )?(.*)/.exec(line)?.[1]).find(Boolean);
  const words = cause ?? lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'ohne ein Wort';
  return words.length > longestWords ? `${words.slice(0, longestWords)}…` : words;
}
