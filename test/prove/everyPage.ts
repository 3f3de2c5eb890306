import { roleNames } from '../../src/shared/kernel/roles.ts';
import { addDays, localOf } from '../../src/shared/kernel/calendar.ts';
import type { RunningServer } from '../stage/product.ts';
import { Requests, type Answered } from '../stage/requests.ts';
import { operationsOf, type Operation } from './badInputs.ts';
import { signIn } from './writers.ts';

type Question = { mark: string; ask: () => Promise<Answered> };

/** Where the records are listed that an address with `{id}` means, if not under the same name. */
const listOf: { readonly [segment: string]: string } = {
  courses: '/api/manage/courses',
  sessions: `/api/training-dates`,
  people: '/api/people',
  accounts: '/api/charges',
};
const valuesAtMost = 12;

/** Every reading question of the product that its pages ask, by every role, one after the other: each list with each order, filter word and search. */
export async function* asksOf(product: RunningServer): AsyncGenerator<Question> {
  const requests = new Requests(product.port);
  const reads = operationsOf(JSON.parse((await requests.ask({ path: '/api/openapi.json' })).text)).filter(({ method }) => method === 'GET');
  for (const role of ['nobody', ...roleNames] as const) {
    const headers = role === 'nobody' ? {} : { cookie: await signIn(product.port, `${role}@rwa.test`) };
    const ids = new Map<string, string>();
    for (const read of reads.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{'))))
      for (const path of pathsOf(read, ids)) {
        const learn = (answer: Answered) => {
          const id = answer.status === 200 ? firstId(answer.text) : undefined;
          if (id !== undefined && !ids.has(read.path)) ids.set(read.path, id);
          return answer;
        };
        yield { mark: `${role} ${path}`, ask: () => requests.ask({ path, headers }).then(learn) };
      }
  }
  requests.close();
}

function pathsOf({ path, parameters }: Operation, ids: ReadonlyMap<string, string>): string[] {
  const [segment = ''] = /^\/api\/([\w-]+)\/\{/.exec(path)?.slice(1) ?? [];
  const id = ids.get(listOf[segment] ?? `/api/${segment}`);
  if (path.includes('{') && (id === undefined || path.split('{').length > 2)) return [];
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const needed = inQuery.filter(({ required }) => required).map(({ name, schema }) => `${name}=${valueOf(name, schema?.enum)}`);
  const more = inQuery.flatMap(({ name, required, schema }) => {
    if (required) return [];
    if (name === 'search') return ['search=schmi', 'search=zzzz'];
    return (schema?.enum ?? []).slice(0, valuesAtMost).map((value) => `${name}=${encodeURIComponent(String(value))}`);
  });
  const filled = path.replace(/\{\w+\}/, id ?? '');
  return ['', ...more].map((one) => {
    const query = [...needed, one].filter(Boolean).join('&');
    return query ? `${filled}?${query}` : filled;
  });
}

function valueOf(name: string, words: readonly unknown[] | undefined): string {
  const { date } = localOf(new Date());
  if (words) return String(words[0]);
  if (name === 'to') return addDays(date, 30);
  if (name === 'year') return date.slice(0, 4);
  if (name === 'search' || name === 'text') return 'schmi';
  return date;
}

/** The id of the first record in an answer. */
function firstId(text: string): string | undefined {
  return /"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
}
