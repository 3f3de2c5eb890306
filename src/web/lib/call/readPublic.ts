import { noLine, refusalOf, retryStatuses } from './callError.ts';

type Endpoint = (...input: never[]) => Promise<unknown>;

/**
 * Reads a public endpoint by its path below /api, so that first pages load without the typed client. `readPublic<typeof
 * api.courses.list>('/courses')` returns the type of that endpoint; failures are CallErrors.
 */
export async function readPublic<Read extends Endpoint>(address: string): Promise<Awaited<ReturnType<Read>>> {
  return (await readJson(`/api${address}`)) as Awaited<ReturnType<Read>>;
}

/**
 * Reads a JSON file from the server, with the single retry that section 9 of the specification allows for reads;
 * failures are CallErrors.
 */
export async function readJson(address: string): Promise<unknown> {
  const first = await ask(address);
  const response = retryStatuses.includes(first.status) ? await ask(address) : first;
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(body, response.status);
  return body;
}

async function ask(address: string): Promise<Response> {
  return fetch(address).catch(() => {
    throw noLine();
  });
}
