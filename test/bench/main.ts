import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { startStagePostgres, type StageDatabase, type StagePostgres } from '../stage/postgres.ts';
import { cpuMsOf, pin } from '../stage/processes.ts';
import { startProduct, startServer, type RunningServer } from '../stage/product.ts';
import { Requests } from '../stage/requests.ts';
import { growthOf, tableOf, type Result } from './table.ts';
import type { Figure, Stage, Task } from './task.ts';

// Server and database on the first core, everything that measures on the second.
const servingCore = 0;
const measuringCore = 1;
const folder = path.join(import.meta.dirname, 'tasks');

const names = fs
  .readdirSync(folder)
  .map((file) => path.basename(file, '.ts'))
  .sort();
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = process.argv.includes('--quick');
const unknown = process.argv.slice(2).find((word) => word !== '--quick' && !names.includes(word));
if (unknown) {
  console.error(`There is no task ${unknown}. Usage: npm run bench -- [--quick] [task …]. The tasks: ${names.join(', ')}`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await bench(wanted.length > 0 ? wanted : names);

async function bench(chosen: string[]): Promise<void> {
  pin(process.pid, measuringCore);
  const postgres = await startStagePostgres();
  pin(postgres.pid, servingCore);
  const results: Result[] = [];
  try {
    for (const name of chosen) {
      const { task }: { task: Task } = await import(path.join(folder, `${name}.ts`));
      for (const size of task.sizes ?? [0]) {
        console.error(`[bench] ${name}${size > 0 ? ` with ${size}` : ''}`);
        results.push({ name, task, size, figures: await measure(postgres, name, task, size) });
      }
    }
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
  const sorted = results.toSorted((a, b) => a.task.line - b.task.line);
  console.log(`${tableOf(sorted)}\n\n${growthOf(sorted)}`.trim());
  console.log(
    `\nCPU = server process + its PostgreSQL. Node ${process.versions.node}, ${new Date().toISOString()}${isQuick ? ', --quick' : ''}`,
  );
}

async function measure(postgres: StagePostgres, name: string, task: Task, size: number): Promise<Figure[]> {
  const database = await postgres.createDatabase(`bench_${name.toLowerCase()}_${size}`);
  const servers: RunningServer[] = [];
  try {
    await task.prepare?.(database, size);
    await database.sql('checkpoint');
    const start = async (starting: Promise<RunningServer>) => {
      const server = await starting;
      servers.push(server);
      return Object.assign(server, { requests: new Requests(server.port) });
    };
    return await task.product({
      size,
      isQuick,
      database,
      product: await start(startProduct({ data: database, core: servingCore })),
      reference: task.reference && (await start(startReference(name, database))),
      cpuMs: ({ pid }) => cpuMsOf(pid) + postgres.cpuMs(),
      startProduct: (options) => start(startProduct({ data: database, core: servingCore, ...options })),
    } satisfies Stage);
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await database.close();
  }
}

function startReference(name: string, { host, name: database }: StageDatabase): Promise<RunningServer> {
  const main = path.join(projectRoot, 'test/bench/reference.ts');
  return startServer([main, name, host, database], { env: { NODE_ENV: 'production' }, core: servingCore });
}
