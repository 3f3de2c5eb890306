import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, runCommandLine, temporaryFolder, type OwnDatabase } from '#test/processes.ts';

let database: OwnDatabase;
let pool: pg.Pool;
const servers: net.Server[] = [];
beforeAll(async () => {
  database = await makeDatabase();
  pool = new pg.Pool({ connectionString: database.url(), max: 4 });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await pool.end();
  await database.drop();
});

test('a pooler in transaction mode is refused in one sentence', async () => {
  const refused = await runCommandLine('audit', [], { DATABASE_URL: await openPooler(), DATA_DIR: temporaryFolder() });
  expect(refused.errors).toMatch(/pool_mode=transaction.*Bitte pool_mode=session einstellen oder in DATABASE_DIRECT_URL/);
  expect([refused.code, refused.errors.trim().split('\n').length]).toEqual([1, 1]);
});

/** A minimal PgBouncer in transaction mode; supports only queries without values. */
async function openPooler(): Promise<string> {
  const server = net.createServer((socket) => {
    let held: pg.PoolClient | undefined;
    let rest = Buffer.alloc(0);
    let isStarted = false;
    let turn = Promise.resolve();
    const say = (kind: string, body: Buffer) => {
      const head = Buffer.alloc(5);
      head.write(kind);
      head.writeInt32BE(body.length + 4, 1);
      socket.write(Buffer.concat([head, body]));
    };
    const answer = async (text: string) => {
      const client = held ?? (await pool.connect());
      const { rows } = await client.query<{ pid?: number }>(text);
      held = text.startsWith('begin') ? client : text.startsWith('rollback') ? undefined : held;
      if (!held) client.release();
      const pid = rows[0]?.pid;
      if (pid !== undefined) {
        say(
          'T',
          Buffer.concat([
            Buffer.from([0, 1]),
            Buffer.from('pid\0'),
            Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]),
          ]),
        );
        const value = Buffer.from(String(pid));
        say('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, value.length]), value]));
      }
      say('C', Buffer.from('SELECT 1\0'));
      say('Z', Buffer.from(held ? 'T' : 'I'));
    };
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (rest.length < head + 4 || rest.length < head + rest.readInt32BE(head)) return;
        const message = rest.subarray(0, head + rest.readInt32BE(head));
        rest = rest.subarray(message.length);
        if (!isStarted) {
          say('R', Buffer.alloc(4));
          say('Z', Buffer.from('I'));
        } else if (message.toString('latin1', 0, 1) === 'Q') {
          const text = message.toString('utf8', 5, message.length - 1);
          turn = turn.then(() => answer(text));
        }
        isStarted = true;
      }
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((resolve) => server.once('listening', resolve));
  return `postgres://app@127.0.0.1:${(server.address() as net.AddressInfo).port}/portal`;
}
