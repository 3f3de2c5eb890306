import net from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, runCommandLine, temporaryFolder, type OwnDatabase } from '#test/processes.ts';
import { everyClub, openClient, openDatabase, sqlState } from '../database.ts';
import { problemOf } from '../../http/problem.ts';

/** Two databases represent two servers: a port leads to one of them, whatever database name the client sends. */
let one: OwnDatabase;
let two: OwnDatabase;
let ports: { closed: number; silent: number; one: number; two: number };
const servers: net.Server[] = [];

beforeAll(async () => {
  [one, two] = [await makeDatabase(), await makeDatabase()];
  ports = {
    closed: await openPort((socket) => void socket.destroy()),
    silent: await openPort(() => undefined),
    one: await openPort((socket) => lead(socket, one, one)),
    two: await openPort((socket) => lead(socket, one, two)),
  };
});
afterAll(async () => {
  for (const server of servers) server.close();
  await one.drop();
  await two.drop();
});

const url = (...all: number[]) =>
  `postgres://postgres@${all.map((port) => `127.0.0.1:${port}`).join(',')}/${one.name}?target_session_attrs=read-write`;

test('the first server that accepts writes is used, skipping an unreachable, a silent and a standby one', async () => {
  await becomeStandby(one, true);
  const database = openDatabase(url(ports.closed, ports.silent, ports.one, ports.two), { connections: 2 });
  expect(await nameOf(database)).toBe(two.name);
  await database.close();
  const client = openClient(url(ports.one, ports.two));
  await client.connect();
  expect((await client.query('select current_database() as name')).rows).toEqual([{ name: two.name }]);
  await client.end();
  await becomeStandby(one, false);
  const inOrder = openDatabase(url(ports.one, ports.two), { connections: 2 });
  expect(await nameOf(inOrder)).toBe(one.name);
  await inOrder.close();
});

test('a connection whose server became a standby is dropped with its first write, and the next write finds the new primary', async () => {
  const database = openDatabase(url(ports.one, ports.two), { connections: 2 });
  expect(await nameOf(database)).toBe(one.name);
  await database.write(everyClub, ({ tx }) => tx.execute(sql`select set_config('default_transaction_read_only', 'on', false)`));
  await becomeStandby(one, true);
  const refused = await nameOf(database).catch((error: unknown) => error);
  expect([sqlState(refused), problemOf(refused).code]).toEqual(['25006', 'unavailable']);
  expect(await nameOf(database)).toBe(two.name);
  await database.close();
  await becomeStandby(one, false);
});

test('while no server accepts writes the response is "unavailable", not an internal error', async () => {
  await becomeStandby(one, true);
  for (const all of [
    [ports.closed, ports.one],
    [ports.closed, ports.closed],
  ]) {
    const database = openDatabase(url(...all), { connections: 2 });
    expect(problemOf(await nameOf(database).catch((error: unknown) => error)).code).toBe('unavailable');
    await database.close();
  }
  await becomeStandby(one, false);
});

test('a command connects to, migrates and reads the database behind several servers', async () => {
  const run = (at: string) => runCommandLine('audit', [], { DATABASE_URL: at, DATA_DIR: temporaryFolder() });
  expect(await run(url(ports.closed, ports.one))).toMatchObject({ code: 0, errors: '' });
  await becomeStandby(one, true);
  expect((await run(url(ports.closed, ports.one))).errors).toContain(
    'DATABASE_URL ist nicht erreichbar (keiner ihrer Rechner nimmt Änderungen an)',
  );
  await becomeStandby(one, false);
});

/** Runs a write, so that a standby refuses it, and returns the name of the database that accepted it. */
async function nameOf(database: ReturnType<typeof openDatabase>): Promise<unknown> {
  return database.write(everyClub, async ({ tx }) => {
    const { rows } = await tx.execute<{ name: string }>(
      sql`with written as (insert into system_value (name, value) values ('hosts', 'test') on conflict (name) do update set value = 'test' returning 1)
        select current_database() as name from written`,
    );
    return rows[0]?.name;
  });
}

async function becomeStandby(database: OwnDatabase, isStandby: boolean): Promise<void> {
  await database.sql(
    `begin read write; alter database ${database.name} set default_transaction_read_only = ${isStandby ? 'on' : 'off'}; commit`,
  );
}

async function openPort(handle: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    handle(socket);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((resolve) => server.once('listening', resolve));
  // A server that listens on TCP has an address object.
  return (server.address() as net.AddressInfo).port;
}

/**
 * Forwards a connection to the PostgreSQL of the tests and replaces the database `said` by `meant` in the client's first message. Both
 * names have the same length.
 */
function lead(near: net.Socket, said: OwnDatabase, meant: OwnDatabase): void {
  const far = net.connect(path.join(said.host, '.s.PGSQL.5432'));
  far.on('error', () => near.destroy());
  near.once('data', (first: Buffer) => {
    far.write(Buffer.from(first.toString('latin1').replace(said.name, meant.name), 'latin1'));
    near.pipe(far);
  });
  far.pipe(near);
}
