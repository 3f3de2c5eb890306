import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../src/server/platform/process/root.ts';
import { collectGarbage, inspected } from '../../stage/inspector.ts';
import { memoryMiBOf } from '../../stage/processes.ts';
import { startServer, type RunningServer } from '../../stage/product.ts';
import { median } from '../../stage/requests.ts';
import { ask, boardToken, objectUrl, paper, type Told } from '../../stage/files.ts';
import type { Figure, Stage, Task } from '../task.ts';

const MiB = 1024 * 1024;

/** One of the two servers: how a file goes up in chunks and comes down. */
type Side = { pid: number; server: RunningServer; up(name: string, bytes: Buffer): Promise<void>; down(name: string): Promise<Buffer> };

/** Files: 20 MiB up in the chunks of the specification and down again, and the memory of many at once. */
export const task: Task = {
  line: 7,
  title: 'files',
  goal: '≥ 0.8× reference; 20 × 100 MB at once ≤ 64 MiB more memory',
  prepare: (database) =>
    database.sql('create table bench_upload (id uuid primary key, received bigint not null, md5 text)').then(() => undefined),
  product: async (stage) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-bench-files-'));
    try {
      const [product, reference] = [await productSide(stage, folder), await referenceSide(stage, folder)];
      const figures = await compareSides(stage, product, reference.side);
      await reference.stop();
      return [...figures, await memoryFigure(stage, product)];
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function productSide(stage: Stage, folder: string): Promise<Side> {
  const server = await stage.startProduct({
    nodeOptions: inspected,
    env: { DATA_DIR: path.join(folder, 'product'), STORAGE_QUOTA_BYTES: String(2 ** 40) },
  });
  const token = await boardToken(stage.database, server.port);
  const place = (name: string) => `RWA/members/bench/${name}`;
  return {
    pid: server.pid,
    server,
    up: async (name, bytes) => {
      const started = await ask(server.port, 'POST', `/v0/b/club-files/o?name=${encodeURIComponent(place(name))}`, {
        token,
        headers: {
          'x-goog-upload-protocol': 'resumable',
          'x-goog-upload-command': 'start',
          'x-goog-upload-header-content-length': String(bytes.length),
        },
      });
      const { pathname, search } = new URL(String(started.headers['x-goog-upload-url']));
      for (const { start, end, isLast } of chunksOf(bytes)) {
        const send = () =>
          ask(server.port, 'POST', pathname + search, {
            token,
            headers: { 'x-goog-upload-command': isLast ? 'upload, finalize' : 'upload', 'x-goog-upload-offset': String(start) },
            body: bytes.subarray(start, end),
          });
        const { status, json } = await untilHeard(send);
        if (status !== 200 || (isLast && json['md5Hash'] !== md5Of(bytes))) throw new Error(`upload: ${status} ${JSON.stringify(json)}`);
      }
    },
    down: async (name) => (await ask(server.port, 'GET', objectUrl(place(name), '?alt=media'), { token })).bytes,
  };
}

async function referenceSide({ database }: Stage, folder: string): Promise<{ side: Side; stop(): Promise<unknown> }> {
  const files = path.join(folder, 'reference');
  fs.mkdirSync(files);
  const main = path.join(projectRoot, 'test/bench/fileReference.ts');
  const server = await startServer([main, database.host, database.name, files], { env: { NODE_ENV: 'production' }, core: 0 });
  const ids = new Map<string, string>();
  const side: Side = {
    pid: server.pid,
    server,
    up: async (name, bytes) => {
      const id = (await ask(server.port, 'POST', '/')).bytes.toString();
      ids.set(name, id);
      for (const { start, end, isLast } of chunksOf(bytes)) {
        const url = `/?id=${id}&offset=${start}${isLast ? '&final' : ''}`;
        const { status, bytes: md5 } = await ask(server.port, 'POST', url, { body: bytes.subarray(start, end) });
        if (status !== 200 || (isLast && md5.toString() !== md5Of(bytes))) throw new Error(`reference: ${status}`);
      }
    },
    down: async (name) => (await ask(server.port, 'GET', `/?id=${ids.get(name)}`)).bytes,
  };
  return { side, stop: () => server.stop('SIGKILL') };
}

async function compareSides(stage: Stage, product: Side, reference: Side): Promise<Figure[]> {
  const bytes = paper(20 * MiB, 5);
  const rounds = stage.isQuick ? 2 : 5;
  const steps: [name: string, step: (side: Side, round: string) => Promise<void>][] = [
    [
      '4 × 20 MiB up',
      async (side, round) => {
        // The accounting of the system has steps of 10 ms: one file would be too few of them.
        for (let time = 0; time < 4; time++) await side.up(time === 0 ? round : `${round}-again-${time}`, bytes);
      },
    ],
    [
      '4 × 20 MiB down',
      async (side, round) => {
        for (let time = 0; time < 4; time++) if (!(await side.down(round)).equals(bytes)) throw new Error('other bytes came down');
      },
    ],
    [
      '8 × 20 MiB up at once',
      async (side, round) => void (await Promise.all(Array.from({ length: 8 }, (_, at) => side.up(`${round}-${at}`, bytes)))),
    ],
  ];
  const costs = new Map<string, { product: number[]; reference: number[] }>(steps.map(([name]) => [name, { product: [], reference: [] }]));
  for (let round = 0; round <= rounds; round++) {
    const name = randomUUID();
    for (const [step, work] of steps) {
      for (const [side, of] of [
        [reference, 'reference'],
        [product, 'product'],
      ] as const) {
        const before = stage.cpuMs(side);
        await work(side, name);
        // The first round warms up.
        if (round > 0) costs.get(step)?.[of].push(stage.cpuMs(side) - before);
      }
    }
  }
  return [...costs].map(([name, cost]) => ({
    name,
    unit: 'ms CPU',
    value: median(cost.product),
    reference: median(cost.reference),
    goal: { what: 'ratio', atLeast: 0.8 },
  }));
}

async function memoryFigure({ isQuick }: Stage, product: Side): Promise<Figure> {
  const bytes = paper((isQuick ? 20 : 100) * MiB, 6);
  await collectGarbage(product.server);
  const atRest = memoryMiBOf(product.pid);
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryMiBOf(product.pid));
  }, 20);
  try {
    await Promise.all(Array.from({ length: 20 }, (_, at) => product.up(`memory-${at}`, bytes)));
  } finally {
    clearInterval(timer);
  }
  return {
    name: `20 × ${bytes.length / MiB} MB up at once: more memory`,
    unit: 'MiB',
    value: most - atRest,
    goal: { what: 'value', atMost: 64 },
  };
}

/** Sends again what a server was too busy for, as every client of the protocol does: twenty uploads keep a slow disk waiting. */
async function untilHeard(send: () => Promise<Told>): Promise<Told> {
  for (let tries = 1; ; tries++) {
    const told = await send();
    if (told.status !== 503 || tries === 20) return told;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The chunks of the specification: 256 KB, doubled up to 32 MB. */
function chunksOf(bytes: Buffer): { start: number; end: number; isLast: boolean }[] {
  const chunks: { start: number; end: number; isLast: boolean }[] = [];
  for (let start = 0, size = MiB / 4; start < bytes.length; size = Math.min(size * 2, 32 * MiB)) {
    const end = Math.min(start + size, bytes.length);
    chunks.push({ start, end, isLast: end === bytes.length });
    start = end;
  }
  return chunks;
}

const sums = new WeakMap<Buffer, string>();

function md5Of(bytes: Buffer): string {
  const known = sums.get(bytes) ?? createHash('md5').update(bytes).digest('base64');
  sums.set(bytes, known);
  return known;
}
