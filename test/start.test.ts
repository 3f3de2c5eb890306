import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Client } from './harness.ts';
import { eventually, runCommandLine, startProcess } from './processes.ts';
import { endWithTests, expectRefusal, newDatabase, newFolder, postgresOf, signInByLink, start, stop, usedFolder } from './starts.ts';

endWithTests();

test('a newcomer gets addresses and sign-ins that work, one per role and club', async () => {
  const server = await start({ DATA_DIR: newFolder() });
  const signIns = [...server.output().matchAll(/^ {2}(\w+@\w+\.test) +(.+)$/gm)];
  expect(signIns).toHaveLength(15);
  const password = /Passwort für alle: (.+)\)/.exec(server.output())?.[1] ?? '';
  for (const [, email = ''] of signIns) {
    const client = new Client(server.port, 'rwa.localhost');
    expect((await client.signIn(email, password)).status).toBe(200);
  }
  for (const host of ['rwa.localhost', 'scb.localhost', 'gsv.localhost']) {
    expect(server.output()).toContain(`http://${host}:${server.port}`);
    expect((await new Client(server.port, host).get('/health')).status).toBe(200);
  }
});

test('a second start keeps the data, and neither start leaves a PostgreSQL behind', async () => {
  const data = await usedFolder();
  const first = await start({ DATA_DIR: data });
  const client = new Client(first.port, 'rwa.localhost');
  await client.signIn('reader@rwa.test');
  expect((await client.send('PATCH', '/api/profile', { firstname: 'Rosalinde', lastname: 'Neu' })).status).toBe(200);
  expect(await stop(first)).toMatchObject({ code: 0, errors: '' });
  expect(postgresOf(data)).toBeUndefined();

  const second = await start({ DATA_DIR: data });
  const again = new Client(second.port, 'rwa.localhost');
  await again.signIn('reader@rwa.test');
  expect((await again.get<{ firstname: string }>('/api/profile')).body.firstname).toBe('Rosalinde');
});

test('a second server on the same data folder is refused, and the first goes on', async () => {
  const data = await usedFolder();
  const first = await start({ DATA_DIR: data });
  await expectRefusal({ DATA_DIR: data }, /Datenordner .* wird schon benutzt, von einem anderen laufenden Server/);
  expect((await new Client(first.port, 'localhost').get('/health')).status).toBe(200);
});

test('a taken port is told, and the embedded PostgreSQL is stopped again', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const data = await usedFolder();
  await expectRefusal({ DATA_DIR: data, PORT: String(port) }, new RegExp(`Der Port ${port} ist schon belegt`));
  expect(postgresOf(data)).toBeUndefined();
  taken.close();
});

test('an address that this machine does not have is told', async () => {
  const database = await newDatabase();
  await expectRefusal({ DATABASE_URL: database.url(), HOST: '192.0.2.1' }, /192\.0\.2\.1:0 .* nicht gelauscht/);
});

test('an invalid setting is told by its name', async () => {
  await expectRefusal({ DATA_DIR: newFolder(), PORT: 'abc' }, /PORT/);
});

test('demonstration data with the known password are refused where others can reach the server', async () => {
  const data = newFolder();
  await expectRefusal({ DATA_DIR: data, HOST: '0.0.0.0' }, /DEMO_PASSWORD/);
  await expectRefusal({ DATA_DIR: data, HOST: '0.0.0.0', DEMO_PASSWORD: 'Probetraining-2026' }, /eigenes DEMO_PASSWORD/);
  expect(postgresOf(data)).toBeUndefined();
});

test('an unreachable PostgreSQL is told without its password', async () => {
  const closed = await closedPort();
  const atOnce = { DATABASE_WAIT_SECONDS: '0' };
  await expectRefusal({ ...atOnce, DATABASE_URL: `postgres://app:geheim@127.0.0.1:${closed}/portal` }, /DATABASE_URL ist nicht erreichbar/);
  await expectRefusal({ ...atOnce, DATABASE_URL: 'postgres://app@/portal?host=/nowhere' }, /DATABASE_URL ist nicht erreichbar/);
  const database = await newDatabase();
  await expectRefusal({ DATABASE_URL: database.url('nobody_of_this_name') }, /DATABASE_URL ist nicht erreichbar/);
  const migrator = { ...atOnce, DATABASE_MIGRATOR_URL: database.url(), DATABASE_URL: `postgres://app:geheim@127.0.0.1:${closed}/portal` };
  await expectRefusal(migrator, /DATABASE_URL ist nicht erreichbar/);
});

test('a PostgreSQL that wants another password is told', async () => {
  // Acts like a PostgreSQL server that requests a clear text password and rejects it.
  const refusing = net
    .createServer((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        socket.once('data', () => {
          const text = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0');
          const head = Buffer.alloc(5);
          head.write('E');
          head.writeUInt32BE(text.length + 4, 1);
          socket.end(Buffer.concat([head, text]));
        });
      });
    })
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => refusing.once('listening', resolve));
  const { port } = refusing.address() as net.AddressInfo;
  await expectRefusal({ DATABASE_URL: `postgres://app:falsch@127.0.0.1:${port}/portal` }, /Name oder Passwort stimmt nicht/);
  refusing.close();
});

test('a PostgreSQL that speaks no TLS, and a line that is closed before a word, are told as such', async () => {
  const answers = { 'sie spricht kein TLS; ohne sslmode': 'N', 'die Verbindung kommt nicht zustande': undefined };
  for (const [reason, answer] of Object.entries(answers)) {
    const server = net.createServer((socket) => socket.once('data', () => (answer ? socket.write(answer) : socket.destroy())));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const url = `postgres://app:geheim@127.0.0.1:${port}/portal?sslmode=verify-full`;
    await expectRefusal({ DATABASE_WAIT_SECONDS: '0', DATABASE_URL: url }, new RegExp(`DATABASE_URL ist nicht erreichbar \\(${reason}`));
    server.close();
  }
});

test('sslmode=require is told in one sentence, and the client of PostgreSQL says nothing', async () => {
  const url = 'postgres://app:geheim@127.0.0.1:9/portal?sslmode=require';
  const { ended } = startProcess('dist/server/main.js', [], { DATABASE_WAIT_SECONDS: '0', DATABASE_URL: url });
  expect((await ended).errors.trim().split('\n')).toEqual([
    expect.stringMatching(/^sslmode=require in DATABASE_URL heißt hier dasselbe wie verify-full/),
    expect.stringMatching(/^Die Datenbank aus DATABASE_URL ist nicht erreichbar/),
  ]);
});

test('a data folder in which nobody can write is told', async () => {
  const folder = newFolder();
  fs.writeFileSync(path.join(folder, 'file'), '');
  await expectRefusal({ DATA_DIR: path.join(folder, 'file') }, /kann dieser Benutzer nicht schreiben/);
  await expectRefusal({ DATA_DIR: '/proc/verein/data' }, /kann dieser Benutzer nicht schreiben/);
});

test('SIGTERM ends streams, lets a running request finish and takes no new one', async () => {
  const data = await usedFolder();
  const server = await start({ DATA_DIR: data });
  const stream = await openStream(server.port);
  const slow = slowRequest(server.port, '/api/session/password-reset', JSON.stringify({ email: 'reader@rwa.test' }));
  await slow.begun;
  server.child.kill('SIGTERM');
  await stream.ended;
  await eventually(() => connects(server.port).then((isOpen) => !isOpen));
  expect(await slow.finish()).toBe(200);
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });
  expect(postgresOf(data)).toBeUndefined();
});

test('with DRAIN_SECONDS a server that is told to end says that it is not ready, and answers until then', async () => {
  const server = await start({ DATABASE_URL: (await newDatabase()).url(), DRAIN_SECONDS: '3' });
  const client = new Client(server.port, 'localhost');
  await eventually(() => client.get('/health/ready').then(({ status }) => status === 200));
  server.child.kill('SIGTERM');
  await eventually(() => client.get('/health/ready').then(({ status }) => status === 503));
  expect((await client.get('/api/clubs')).status).toBe(200);
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });
});

test('the log tells what starts where, and how it ends', async () => {
  const server = await start({ DATABASE_URL: (await newDatabase()).url(), LOG_LEVEL: 'info' });
  const { output } = await stop(server);
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({
    version: expect.stringMatching(/^2\.4\./),
    database: expect.stringMatching(/^PostgreSQL \d+.*, own$/),
    migrations: expect.any(Number),
    store: expect.stringMatching(/files$/),
  });
  expect(lines.map(({ msg }) => msg).filter((msg) => /^(started|stop)/.test(msg))).toEqual(['started', 'stopping', 'stopped']);
});

test('SIGTERM does not wait for a request that never ends', async () => {
  const server = await start({ DATA_DIR: await usedFolder() });
  const hanging = slowRequest(server.port, '/api/session/password-reset', '{"email":"a@b.de"}');
  await hanging.begun;
  expect(await stop(server)).toMatchObject({ code: 0, errors: '' });
  hanging.abandon();
});

test('a killed embedded PostgreSQL comes back, and requests meanwhile get 503', async () => {
  const data = await usedFolder();
  const server = await start({ DATA_DIR: data, LOG_LEVEL: 'silent' });
  const client = new Client(server.port, 'rwa.localhost');
  await client.signIn('super@rwa.test');
  const before = postgresOf(data);
  if (!before) throw new Error('no PostgreSQL');
  const seen = new Set<number>();
  process.kill(before, 'SIGKILL');
  await eventually(async () => {
    seen.add((await client.get('/api/profile')).status);
    return postgresOf(data) !== before && postgresOf(data) !== undefined && (await client.get('/api/profile')).status === 200;
  });
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(seen).toContain(503);
  // Writes and change notices work again as well.
  expect((await client.send('PATCH', '/api/profile', { firstname: 'Svea', lastname: 'Wieder' })).status).toBe(200);
});

test('a killed server leaves no PostgreSQL behind, and a new start works at once with what was saved', async () => {
  const data = await usedFolder();
  const first = await start({ DATA_DIR: data });
  const client = new Client(first.port, 'rwa.localhost');
  await client.signIn('reader@rwa.test');
  expect((await client.send('PATCH', '/api/profile', { firstname: 'Rosa', lastname: 'Gespeichert' })).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start({ DATA_DIR: data });
  const again = new Client(second.port, 'rwa.localhost');
  await again.signIn('reader@rwa.test');
  expect((await again.get<{ lastname: string }>('/api/profile')).body.lastname).toBe('Gespeichert');
  second.child.kill('SIGKILL');
  await second.ended;
  await eventually(() => postgresOf(data) === undefined);
});

test('a folder for files in which nobody can write is told', async () => {
  const file = path.join(newFolder(), 'file');
  fs.writeFileSync(file, '');
  await expectRefusal({ DATABASE_URL: (await newDatabase()).url(), FILES_DIR: file }, /Im Ordner der Dateien .* FILES_DIR/);
});

test('beside a running server, commands use its database', async () => {
  const data = await usedFolder();
  const server = await start({ DATA_DIR: data });
  const made = await runCommandLine('superuser', ['neu@verein.de'], { DATA_DIR: data });
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(await runCommandLine('audit', [], { DATA_DIR: data })).toMatchObject({ code: 0, errors: '' });
  await signInByLink(server.port, made.output, 'neu@verein.de');
  const refused = await runCommandLine('restore', ['/nowhere'], { DATA_DIR: data, BACKUP_PASSWORD: 'lang genug für alle' });
  expect(refused).toMatchObject({ code: 1 });
  expect((await new Client(server.port, 'localhost').get('/health')).status).toBe(200);
});

test('on an own PostgreSQL there are no demonstration data, and the first super comes from the command', async () => {
  const database = await newDatabase();
  const server = await start({ DATABASE_URL: database.url() });
  expect(server.output()).not.toContain('@rwa.test');
  expect(await database.sql('select count(*)::int as accounts from auth_user')).toEqual([{ accounts: 0 }]);
  const made = await runCommandLine('superuser', ['neu@verein.de', '--club', 'GSV'], { DATABASE_URL: database.url() });
  await signInByLink(server.port, made.output, 'neu@verein.de');
});

function openStream(port: number): Promise<{ ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/live', headers: { host: `rwa.localhost:${port}` } });
    request.on('error', reject);
    request.on('response', (response) => {
      const ended = new Promise<void>((done) => response.once('close', () => done()));
      response.once('data', () => resolve({ ended }));
    });
  });
}

/** A request whose body is sent in two parts; `begun` resolves when the server has its headers and half of its body. */
function slowRequest(port: number, url: string, body: string): { begun: Promise<void>; finish(): Promise<number>; abandon(): void } {
  const headers = {
    host: `rwa.localhost:${port}`,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  };
  const request = http.request({ host: '127.0.0.1', port, path: url, method: 'POST', headers, agent: new http.Agent({ keepAlive: true }) });
  const status = new Promise<number>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  status.catch(() => undefined);
  // "100 Continue" means that the server has accepted the request.
  const begun = new Promise<void>((resolve) => {
    request.once('continue', () => {
      request.write(body.slice(0, 5));
      resolve();
    });
  });
  request.flushHeaders();
  return {
    begun,
    finish: () => {
      request.end(body.slice(5));
      return status;
    },
    abandon: () => request.destroy(),
  };
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
