import { noLine, refusalOf, retryStatuses } from './callError.ts';

type Endpoint = (...input: never[]) => Promise<unknown>;

/**
 * Reads what everybody may read by its address below /api: the first pages do without the typed client.
 * `readPublic<typeof api.courses.list>('/courses')` answers what the contract says of that endpoint; failures are CallErrors.
 */
export async function readPublic<Read extends Endpoint>(address: string): Promise<Awaited<ReturnType<Read>>> {
  const first = await ask(address);
  const response = retryStatuses.includes(first.status) ? await ask(address) : first;
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(body, response.status);
  return body as Awaited<ReturnType<Read>>;
}

async function ask(address: string): Promise<Response> {
  return fetch(`/api${address}`).catch(() => {
    throw noLine();
  });
}
