import type { ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import { roleNames } from '../../../src/shared/kernel/access.ts';
import { clubNames } from '../../../src/shared/kernel/clubs.ts';
import { openDatabase } from '../../../src/server/platform/database/database.ts';
import { LiveHub } from '../../../src/server/platform/live.ts';
import { openLog } from '../../../src/server/platform/database/open.ts';
import { collectGarbage, inspected } from '../../stage/inspector.ts';
import { becomes, listen, type Listener } from '../../stage/listeners.ts';
import { fillPeople, openSession } from '../../stage/people.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { memoryMiBOf } from '../../stage/processes.ts';
import { median } from '../../stage/requests.ts';
import type { Stage, Task } from '../task.ts';

const listenerCount = 1000;
const streamsPerUser = 4;
const tellOne = `select record_entries('[]', '[{"collection":"config","club":"RWA"}]')`;

/** One change told to a thousand browsers. */
export const task: Task = {
  line: 5,
  title: 'live, 1,000 listeners',
  goal: 'last one told at p50 ≤ 40 ms, none lost, also after a reconnect; ≤ 20 KiB each; one serialisation per rights group',
  product: async (stage) => {
    const users = await fillPeople(stage.database, listenerCount / streamsPerUser);
    const cookies = await Promise.all(users.map((user) => openSession(stage.database, user)));
    const server = await stage.startProduct({ nodeOptions: inspected });
    // The first streams make the server compile its code and fill its pool; they must not count as memory of a listener.
    const first = await Promise.all(cookies.slice(0, 20).map((cookie) => listen(server.port, { cookie })));
    await collectGarbage(server);
    const emptyMiB = memoryMiBOf(server.pid);
    const listeners: Listener[] = [];
    for (let at = 0; at < listenerCount; at += 50) {
      const some = Array.from({ length: 50 }, (_, more) => listen(server.port, { cookie: cookies[(at + more) % cookies.length] ?? '' }));
      listeners.push(...(await Promise.all(some)));
    }
    await collectGarbage(server);
    const perListener = ((memoryMiBOf(server.pid) - emptyMiB) * 1024) / listenerCount;
    for (const one of first) one.cut();

    const delays: number[] = [];
    const notices = stage.isQuick ? 30 : 200;
    const beforeMs = stage.cpuMs(server);
    for (let at = 0; at < notices; at++) delays.push(await tell(stage.database, listeners, at + 1));
    const cpu = (stage.cpuMs(server) - beforeMs) / notices;
    const lost = await loseLines(stage, listeners, notices);
    return [
      { name: 'last one told, p50', unit: 'ms', value: median(delays), goal: { what: 'value', atMost: 40 } },
      { name: 'notices lost, 200 lines cut meanwhile', unit: '', value: lost, goal: { what: 'value', atMost: 0 } },
      { name: 'memory per listener', unit: 'KiB', value: perListener, goal: { what: 'value', atMost: 20 } },
      {
        name: `serialisations per notice, ${groupCount} groups`,
        unit: '',
        value: await serialisations(stage.database),
        goal: { what: 'value', atMost: groupCount },
      },
      { name: 'one notice to all', unit: 'ms CPU', value: cpu },
    ];
  },
};

/** Milliseconds from the change's beginning until the last listener heard it. */
async function tell(database: StageDatabase, listeners: Listener[], expected: number): Promise<number> {
  const startedAt = performance.now();
  await database.sql(tellOne);
  await becomes(() => listeners.every(({ heard }) => heard.length >= expected), 5000);
  return Math.max(...listeners.map(({ heard }) => heard.at(-1)?.at ?? Infinity)) - startedAt;
}

/** Cuts lines and lets them come back while changes go on; gives how many notices anybody missed. */
async function loseLines({ database }: Stage, listeners: Listener[], before: number): Promise<number> {
  const more = 50;
  for (let at = 0; at < more; at++) {
    const some = listeners.slice(at * 4, at * 4 + 4);
    for (const one of some) one.cut();
    await database.sql(tellOne);
    await Promise.all(some.map((one) => one.comeBack()));
  }
  const expected = before + more;
  await becomes(() => listeners.every(({ heard }) => heard.length >= expected), 5000);
  // Every listener must have every id once, and in order.
  const ids = listeners[listeners.length - 1]?.heard.map(({ id }) => id) ?? [];
  return listeners.reduce((sum, { heard }) => {
    const own = heard.map(({ id }) => id);
    const isSame = own.length === ids.length && own.every((id, at) => id === ids[at]);
    return sum + (isSame ? 0 : Math.max(1, Math.abs(ids.length - own.length)));
  }, 0);
}

const groupCount = roleNames.length * clubNames.length;

/** How often the hub turns one notice into text while a thousand listen in every group that there is. */
async function serialisations({ host, name, sql }: StageDatabase): Promise<number> {
  const connection = { host, database: name };
  const database = openDatabase(connection, { user: 'vereinsportal', connections: 2 });
  const hub = new LiveHub(database, connection, 'vereinsportal', openLog({ LOG_LEVEL: 'silent' }), { visitorsPerNetwork: 10_000 });
  await hub.start();
  let writes = 0;
  // Only what the hub uses of a response: writing, ending, and the end of the line.
  const response = () =>
    Object.assign(new EventEmitter(), { write: () => writes++ > 0, end: () => undefined }) as unknown as ServerResponse;
  for (let at = 0; at < listenerCount; at++) {
    const role = roleNames[at % roleNames.length];
    const club = clubNames[at % clubNames.length] ?? 'RWA';
    await hub.open(response(), { role, club, network: `${at}` }, undefined);
  }
  writes = 0;
  const { stringify } = JSON;
  let count = 0;
  JSON.stringify = new Proxy(stringify, { apply: (target, self, args) => (count++, Reflect.apply(target, self, args)) });
  await sql(tellOne);
  await becomes(() => writes >= listenerCount, 2000);
  JSON.stringify = stringify;
  await hub.close();
  await database.close();
  return count;
}
