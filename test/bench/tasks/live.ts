import type { ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { roleNames } from '../../../src/shared/kernel/roles.ts';
import { clubNames, type ClubName } from '../../../src/shared/kernel/clubs.ts';
import { openDatabase } from '../../../src/server/platform/database/database.ts';
import { LiveHub } from '../../../src/server/platform/live.ts';
import { paceMs } from '../../../src/server/platform/noticePace.ts';
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
/** Notices of one collection and club are held back after the first one, so each change here is one of another. */
const streams = ['courses', 'facilities', 'pages', 'events', 'news', 'helping', 'departments', 'config'];
const notice = (collection: string, club: ClubName) => `select record_entries('[]', '[{"collection":"${collection}","club":"${club}"}]')`;
const notifyOne = notice('config', 'RWA');
const paceOfAllMs = paceMs(listenerCount) + 200;

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
    const rounds = stage.isQuick ? 3 : 20;
    let spentMs = 0;
    for (let round = 0; round < rounds; round++) {
      const beforeMs = stage.cpuMs(server);
      for (const [at, collection] of streams.entries())
        delays.push(await tell(stage.database, listeners, round * streams.length + at + 1, notice(collection, 'RWA')));
      spentMs += stage.cpuMs(server) - beforeMs;
      await pause(paceOfAllMs);
    }
    const cpu = spentMs / delays.length;
    const lost = await loseLines(stage, listeners);
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
async function tell(database: StageDatabase, listeners: Listener[], expected: number, change: string): Promise<number> {
  const startedAt = performance.now();
  await database.sql(change);
  await becomes(() => listeners.every(({ heard }) => heard.length >= expected), 5000);
  return Math.max(...listeners.map(({ heard }) => heard.at(-1)?.at ?? Infinity)) - startedAt;
}

/** Cuts lines and lets them come back while changes go on; gives how many people missed any: the last id says that all before it came. */
async function loseLines({ database }: Stage, listeners: Listener[]): Promise<number> {
  for (let at = 0; at < 50; at++) {
    const some = listeners.slice(at * 4, at * 4 + 4);
    for (const one of some) one.cut();
    await database.sql(notifyOne);
    await Promise.all(some.map((one) => one.comeBack()));
  }
  const [last] = await database.sql<{ id: number }>('select max(id)::int as id from notice');
  const hasMissed = ({ lastEventId, wasReset }: Listener) => wasReset || lastEventId < (last?.id ?? Infinity);
  await becomes(() => !listeners.some(hasMissed), 3 * paceOfAllMs);
  return listeners.filter(hasMissed).length;
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
  await sql(notifyOne);
  await becomes(() => writes >= listenerCount, 2000);
  JSON.stringify = stringify;
  await hub.close();
  await database.close();
  return count;
}
