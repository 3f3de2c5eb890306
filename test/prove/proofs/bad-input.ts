import { roleNames, type Role } from '../../../src/shared/kernel/roles.ts';
import { collectGarbage, inspected } from '../../stage/inspector.ts';
import { fillPeople, openSession, seeded } from '../../stage/people.ts';
import { memoryMiBOf } from '../../stage/processes.ts';
import type { Answered, Ask } from '../../stage/requests.ts';
import type { StageDatabase } from '../../stage/postgres.ts';
import { badRequest, operationsOf } from '../badInputs.ts';
import { atMost, none, onStage, type Proof } from '../proof.ts';

const hangMs = 5000;
const atOnce = 16;
const seeds = [1, 2, 3];

/** Nonsense at every door, by everybody. */
export const proof: Proof = {
  goal: '10,000 bad inputs over every operation, 3 seeds, every role: 0 × 5xx, 0 hangs, agreed shape, memory + < 50 MB (--inputs 10000)',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const product = await startProduct({ nodeOptions: inspected });
      const operations = operationsOf(JSON.parse((await product.requests.ask({ path: '/api/openapi.json' })).text));
      const cookies = await sessions(database);
      const found = { broken: [] as string[], hanging: [] as string[], shapeless: [] as string[] };
      const seen = new Map<number, number>();
      const send = async (count: number, seed: number) => {
        const random = seeded(seed);
        const asks = Array.from({ length: count }, (_, at): Ask => {
          const operation = operations[at % operations.length];
          if (!operation) throw new Error('The document has no operations.');
          const ask = badRequest(operation, random);
          const cookie = cookies[Math.floor(random() * cookies.length)];
          const network = `10.${seed}.${Math.floor(at / 250) % 250}.${at % 250}`;
          return { ...ask, headers: { ...(cookie && { cookie }), 'x-forwarded-for': network, ...ask.headers }, timeoutMs: hangMs };
        });
        const answers = await product.requests.many(count, atOnce, (at) => asks[at] ?? { path: '/' });
        answers.forEach((answer, at) => {
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
          const what = `${asks[at]?.method} ${asks[at]?.path.slice(0, 90)} → ${answer.status} ${answer.text.slice(0, 80)}`;
          if (answer.status >= 500) found.broken.push(what);
          // Too large a body is refused while it is still being sent; the line may break before the answer is read.
          const isTooLarge = JSON.stringify(asks[at]?.body ?? '').length > 1_000_000;
          if (answer.status === 0 && !isTooLarge) found.hanging.push(`${what} ${JSON.stringify(asks[at]?.body ?? null).slice(0, 100)}`);
          if (answer.status >= 400 && !isProblem(answer)) found.shapeless.push(what);
        });
      };
      await send(operations.length * 20, 99);
      await collectGarbage(product);
      const beforeMiB = memoryMiBOf(product.pid);
      const each = Math.ceil(number('inputs', 10_000) / seeds.length);
      for (const seed of seeds) await send(each, seed);
      await collectGarbage(product);
      const statuses = [...seen].sort().map(([status, times]) => `${status}: ${times}`);
      return [
        none(`${each * seeds.length} inputs over ${operations.length} operations (${statuses.join(', ')}), 5xx`, found.broken),
        none('hangs or broken connections', found.hanging),
        none('refusals without the agreed shape', found.shapeless),
        atMost('memory +', memoryMiBOf(product.pid) - beforeMiB, 50, ' MiB'),
      ];
    }),
};

/** Sessions of many people of each role, and nobody: what ends one session does not end the proof. */
async function sessions(database: StageDatabase): Promise<(string | undefined)[]> {
  const people = await fillPeople(database, roleNames.length * 40);
  const cookies: (string | undefined)[] = Array.from({ length: 40 }, () => undefined);
  for (const [at, id] of people.entries()) {
    const role: Role = roleNames[at % roleNames.length] ?? 'reader';
    await database.sql('update app_user set role = $2 where id = $1', [id, role]);
    cookies.push(await openSession(database, id));
  }
  return cookies;
}

function isProblem({ status, headers, text }: Answered): boolean {
  try {
    const body: unknown = JSON.parse(text);
    const isShaped =
      typeof body === 'object' && body !== null && ['type', 'title', 'status', 'code', 'requestId'].every((key) => key in body);
    return isShaped && 'status' in body && body.status === status && String(headers['content-type']).startsWith('application/problem+json');
  } catch {
    return false;
  }
}
