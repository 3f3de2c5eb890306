import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import type { StageDatabase } from './postgres.ts';
import { serverEnvironment, serverOptions } from '../../scripts/serverProcess.mjs';
import { stagePassword } from './people.ts';
import { pinned } from './processes.ts';
import { dataKey } from '../dataKey.ts';

/** A server in a process of its own. */
export type RunningServer = {
  pid: number;
  port: number;
  /** From the start of the process to its readiness. */
  readyMs: number;
  /** The first and the last lines that it wrote. */
  output(): string;
  /** Sends a signal and waits for the end; gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  exited: Promise<number | null>;
};

export type ProductOptions = {
  /** Where the data are: a database of the stage, a URL, or the embedded one in a folder. */
  data: StageDatabase | { url: string } | { folder: string };
  env?: { [name: string]: string };
  core?: number | undefined;
  nodeOptions?: string[];
};

const buildFile = path.join(projectRoot, 'dist/server/main.js');

/** Starts the product as people run it: the build if there is one, else the sources. */
export function startProduct({ data, env = {}, core, nodeOptions = [] }: ProductOptions): Promise<RunningServer> {
  const main = fs.existsSync(buildFile) ? buildFile : path.join(projectRoot, 'src/server/main.ts');
  return startServer([...serverOptions, ...nodeOptions, main], {
    core,
    env: {
      ...serverEnvironment,
      PORT: '0',
      METRICS_PORT: '0',
      // The load comes from one machine, but stands for many.
      TRUSTED_PROXIES: '127.0.0.1',
      // Behind a proxy the demonstration wants a password of its own.
      DEMO_PASSWORD: stagePassword,
      LIVE_PER_NETWORK: '10000',
      DATA_KEY: dataKey,
      ...placeOf(data),
      ...env,
    },
  });
}

/** Starts a Node program that writes its port into READY_FILE, and waits for it. */
export async function startServer(
  args: string[],
  { env, core }: { env: { [name: string]: string }; core?: number | undefined },
): Promise<RunningServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-ready-'));
  const readyFile = path.join(folder, 'port');
  const [command, commandArgs] = pinned(process.execPath, args, core);
  const startedAt = performance.now();
  const child = spawn(command, commandArgs, {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'] ?? '', HOME: os.homedir(), ...env, READY_FILE: readyFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = lastOutput(child);
  // Stopping the bench or a proof half-way leaves no server behind.
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      process.off('exit', end);
      resolve(code);
    });
  });
  try {
    const port = await readyPort(child, readyFile);
    const readyMs = performance.now() - startedAt;
    if (child.pid === undefined) throw new Error('no process');
    const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    };
    return { pid: child.pid, port, readyMs, output, stop, exited };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${args.at(-1)} did not start: ${output()}`, { cause: error });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function placeOf(data: ProductOptions['data']): { [name: string]: string } {
  if ('folder' in data) return { DATA_DIR: data.folder };
  if ('url' in data) return { DATABASE_URL: data.url, DATABASE_MIGRATOR_URL: data.url.replace('//vereinsportal', '//postgres') };
  return placeOf({ url: `postgresql://vereinsportal@localhost/${data.name}?host=${data.host}` });
}

async function readyPort(child: ChildProcess, file: string): Promise<number> {
  // Longer than a server waits for its database.
  const until = Date.now() + 90_000;
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    if (text !== '') return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`not ready (exit code ${child.exitCode})`);
}

/** The first lines, which hold addresses, and the last ones, which hold what went wrong. */
function lastOutput(child: ChildProcess): () => string {
  let first = '';
  let last = '';
  const keep = (chunk: Buffer) => {
    if (first.length < 2000) first += chunk.toString();
    else last = (last + chunk.toString()).slice(-8000);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep);
  return () => first + last;
}
