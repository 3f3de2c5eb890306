import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { ofetch } from 'ofetch';
import { contract } from 'virtual:contract';
import type { Contract } from '#shared/api.ts';
import { CallError, noLine, refusalOf, retryStatuses } from './callError.ts';
import { proveIdentity } from '../session/prove.ts';
import { authState, endSession } from '../session/session.ts';

/** Timeout of a call (specification section 9). */
const timeoutMs = 30_000;

const link = new OpenAPILink(contract, {
  url: `${location.origin}/api`,
  fetch: async (request) => {
    const isReading = request.method === 'GET';
    const send = () =>
      ofetch.raw(request.clone(), {
        retry: isReading ? 1 : 0,
        retryStatusCodes: [...retryStatuses],
        responseType: 'stream',
        timeout: timeoutMs,
      });
    const sender = authState().user?.id;
    const response = await answerOf(send);
    // Session expired or account disabled: sign the sender out in all tabs, but not a user who has signed in since.
    if (response.status === 401 && sender && sender === authState().user?.id && (await codeOf(response)) === 'unauthenticated')
      endSession();
    if (response.status !== 403) return response;
    const code = await codeOf(response);
    // The grace period is over: staff pages stay closed until the second factor is set up.
    if (code === 'second-factor-required') location.assign('/profile/security#zweiter-faktor');
    if (code !== 'reauthentication-required') return response;
    // Role changes, exports and deletions need a recent password: ask once, then repeat the request.
    return (await proveIdentity()) ? answerOf(send) : response;
  },
  customErrorResponseBodyDecoder: (body, { status }) => new ORPCError('problem', { status, data: body }),
  interceptors: [
    async ({ next }) => {
      try {
        return await next();
      } catch (error) {
        throw toCallError(error);
      }
    },
  ],
});

export type Client = JsonifiedClient<ContractRouterClient<Contract>>;

/** The typed client of the contract. Pages call `api` of call.ts, which loads this module on first use. */
export const client: Client = createORPCClient(link);

/** ofetch throws on an error status after its one retry; here the error response is the answer. */
async function answerOf(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && 'response' in error && error.response instanceof Response) return asJson(error.response);
    throw error;
  }
}

/**
 * The link parses only application/json; refusals are sent as application/problem+json (RFC 9457). The page of a proxy in
 * front of a stopped server is no answer of ours, but not a lost line either.
 */
function asJson(response: Response): Response {
  const headers = new Headers(response.headers);
  const isOurs = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');
  headers.set('content-type', 'application/json');
  return new Response(isOurs ? response.body : 'null', { status: response.status, statusText: response.statusText, headers });
}

async function codeOf(response: Response): Promise<string> {
  return refusalOf(await response.clone().json(), response.status).code;
}

function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return error instanceof ORPCError ? refusalOf(error.data, error.status) : noLine();
}
