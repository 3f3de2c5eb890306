import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Plan Rows': number; 'Parallel Aware'?: boolean; Plans?: Node[] };
type Entry = { message?: string };

/** Who wants more than this of a table is right to read it whole. */
const wantedShare = 0.05;

/** A table that a statement read from its beginning to its end for a few of its rows. */
export type WholeRead = { mark: string; table: string; query: string };

const marking = /select 'mark: (.*)'/;
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  log_destination: 'jsonlog',
  logging_collector: 'on',
  log_filename: 'plans',
  log_rotation_size: '0',
};

/** Makes an embedded PostgreSQL note the plan of each statement from its next start on. */
export async function notePlans(host: string): Promise<void> {
  await asOwner(host, async (client) => {
    for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`);
  });
}

/** Says in the plans' own order what is asked from here on. */
export function markPlans(host: string, mark: string): Promise<void> {
  return asOwner(host, async (client) => void (await client.query(`select 'mark: ${mark}'`)));
}

/** Which of these tables, given with their rows, were read whole for a few of them since the start, by what was marked before. */
export function wholeReads(dataFolder: string, tables: ReadonlyMap<string, number>): { reads: WholeRead[]; count: number } {
  const lines = fs.readFileSync(path.join(dataFolder, 'postgres/log/plans.json'), 'utf8').split('\n');
  const reads: WholeRead[] = [];
  let mark = '';
  let count = 0;
  for (const line of lines) {
    const { message = '' }: Entry = line.startsWith('{') ? JSON.parse(line) : {};
    const at = message.indexOf('plan:\n');
    if (at < 0) continue;
    const { 'Query Text': query, Plan: plan }: { 'Query Text': string; Plan: Node } = JSON.parse(message.slice(at + 6));
    const marked = marking.exec(query)?.[1];
    if (marked !== undefined) mark = marked;
    else count++;
    for (const { table, rows } of wholeIn(plan)) if (rows < (tables.get(table) ?? 0) * wantedShare) reads.push({ mark, table, query });
  }
  return { reads, count };
}

function wholeIn(node: Node): { table: string; rows: number }[] {
  // Each of several workers reads its part.
  const rows = node['Plan Rows'] * (node['Parallel Aware'] ? 2 : 1);
  const own = node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [{ table: node['Relation Name'], rows }] : [];
  return [...own, ...(node.Plans ?? []).flatMap(wholeIn)];
}

async function asOwner<T>(host: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host, database: 'postgres', user: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
