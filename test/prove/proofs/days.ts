import { clubNames } from '../../../src/shared/kernel/clubs.ts';
import { roleNames, type Role } from '../../../src/shared/kernel/roles.ts';
import { collectGarbage, inspected } from '../../stage/inspector.ts';
import { listen } from '../../stage/listeners.ts';
import { seeded, stagePassword } from '../../stage/people.ts';
import { memoryMiBOf } from '../../stage/processes.ts';
import { startProduct, type RunningServer } from '../../stage/product.ts';
import { Requests, type Answered, type Ask } from '../../stage/requests.ts';
import { operationsOf } from '../badInputs.ts';
import { atLeast, atMost, inFolder, none, type Proof } from '../proof.ts';
import { signIn } from '../writers.ts';

/** A club of 1,500: who looks in on a day, and what watches the process meanwhile (every 30 s). */
const visitsOfDay = 400;
const checksOfDay = 2880;
const readsOfVisit = 16;
/** An account may have five streams at once, and all readers share one here. */
const atOnce = 4;
const quarters = 4;

/** Everything that a club does in two days, in minutes. */
export const proof: Proof = {
  goal: 'two days of an ordinary club, every list read by whoever may, in minutes: 0 failed, heap after GC + ≤ 10 % from the first to the last quarter (--days 2)',
  minutes: ({ number }) => 5 + 5 * number('days', 2),
  run: ({ number }) =>
    inFolder(async (folder) => {
      const product = await startProduct({ data: { folder }, nodeOptions: inspected });
      try {
        const club = await getToKnow(product);
        const visits = Math.ceil((number('days', 2) * visitsOfDay) / quarters);
        const heaps: number[] = [];
        const startedAt = performance.now();
        for (let quarter = 0; quarter < quarters; quarter++) {
          await club.live(visits, quarter);
          heaps.push(await collectGarbage(product));
        }
        const [first = 0, last = 0] = [heaps[0], heaps.at(-1)];
        const { count, failed } = club.seen;
        return [
          atLeast(`${Math.round((performance.now() - startedAt) / 1000)} s: requests`, count, visits * quarters * readsOfVisit),
          none('failed', failed),
          atMost(`heap ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MiB: growth`, (last / first - 1) * 100, 10, ' %'),
          atMost('memory', memoryMiBOf(product.pid), 400, ' MiB'),
        ];
      } finally {
        await product.stop('SIGKILL');
      }
    }),
};

type Visitor = { role: Role | 'nobody'; cookie: string; paths: readonly string[] };

/** Signs everybody in, finds out what each may read, and gives what makes them visit. */
async function getToKnow(product: RunningServer) {
  const requests = new Requests(product.port);
  const seen = { count: 0, failed: [] as string[] };
  const send = async (asked: Ask, network: string): Promise<Answered> => {
    const answer = await requests.ask({ ...asked, headers: { 'x-forwarded-for': network, ...asked.headers } });
    seen.count++;
    if (answer.status === 0 || answer.status >= 400) seen.failed.push(`${answer.status} ${asked.method ?? 'GET'} ${asked.path}`);
    return answer;
  };
  const lists = operationsOf(JSON.parse((await requests.ask({ path: '/api/openapi.json' })).text))
    .filter(({ method, path, parameters }) => method === 'GET' && !path.includes('{') && !parameters.some(({ required }) => required))
    .map(({ path }) => path);
  const visitors: Visitor[] = [];
  for (const role of ['nobody', ...roleNames] as const) {
    const cookie = role === 'nobody' ? '' : await signIn(product.port, `${role}@rwa.test`);
    const answers = await requests.many(lists.length, atOnce, (at) => ({ path: lists[at] ?? '', headers: { cookie } }));
    visitors.push({ role, cookie, paths: lists.filter((_, at) => answers[at]?.status === 200) });
  }
  return { seen, live: (visits: number, quarter: number) => live(visits, quarter, { send, visitors, product }) };
}

type Town = { send: (asked: Ask, network: string) => Promise<Answered>; visitors: readonly Visitor[]; product: RunningServer };

/** Lets people come and go, a few at the same time, with the checks of a watcher between them. */
async function live(visits: number, quarter: number, town: Town): Promise<void> {
  const random = seeded(quarter + 1);
  let next = 0;
  const work = async () => {
    while (next < visits) {
      const at = next++;
      const network = `10.${quarter}.${Math.floor(at / 250)}.${at % 250}`;
      await visit(town, network, random);
      for (let check = 0; check < checksOfDay / visitsOfDay; check++) await town.send({ path: '/health/ready' }, '127.0.0.1');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Somebody opens the site, looks around, now and then changes something, and goes. Most are guests and families, few are staff. */
async function visit({ send, visitors, product }: Town, network: string, random: () => number): Promise<void> {
  const chance = random();
  const wanted =
    chance < 0.35
      ? 'nobody'
      : chance < 0.75
        ? 'reader'
        : chance < 0.87
          ? 'trainer'
          : chance < 0.92
            ? 'editor'
            : chance < 0.98
              ? 'admin'
              : 'super';
  const visitor = visitors.find(({ role }) => role === wanted);
  if (!visitor) throw new Error(`Nobody is ${wanted}.`);
  const { role, cookie, paths } = visitor;
  const ask = (asked: Ask) => send({ ...asked, headers: { cookie } }, network);
  await ask({ path: '/' });
  const stream = await listen(product.port, { cookie, network });
  if (role !== 'nobody') await ask({ method: 'POST', path: '/api/session/start' });
  for (let read = 0; read < readsOfVisit; read++) await ask({ path: paths[Math.floor(random() * paths.length)] ?? '/api/clubs' });
  const choice = random();
  if (role !== 'nobody' && choice < 0.2)
    await ask({ method: 'PATCH', path: '/api/profile', body: { firstname: 'Jo', lastname: `Last ${choice.toFixed(4)}` } });
  if (['admin', 'super'].includes(role)) {
    const email = `neu${network}.${choice.toFixed(9)}@${clubNames[0].toLowerCase()}.example`;
    await ask({ method: 'POST', path: '/api/users', body: { email, firstname: 'Neu', lastname: 'Da', role: 'reader' } });
  }
  if (choice > 0.9) await signInAndOut(send, network);
  stream.cut();
}

/** Most stay signed in for weeks; one in ten comes anew. */
async function signInAndOut(send: Town['send'], network: string): Promise<void> {
  const body = { email: 'reader@rwa.test', password: stagePassword };
  const { headers } = await send({ method: 'POST', path: '/api/session/sign-in', body }, network);
  const cookie = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
  await send({ method: 'POST', path: '/api/session/sign-out', headers: { cookie } }, network);
}
