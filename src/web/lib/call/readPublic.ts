import { noLine, refusalOf, retryStatuses } from './callError.ts';

type Endpoint = (...input: never[]) => Promise<unknown>;

/**
 * Reads what everybody may read by its address below /api: the first pages do without the typed client.
 * `readPublic<typeof api.courses.list>('/courses')` answers what the contract says of that endpoint; failures are CallErrors.
 */
export async function readPublic<Read extends Endpoint>(address: string): Promise<Awaited<ReturnType<Read>>> {
  return (await readJson(`/api${address}`)) as Awaited<ReturnType<Read>>;
}

/** Reads a file of the server, with the one more try that section 9 of the specification gives to readers; failures are CallErrors. */
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
