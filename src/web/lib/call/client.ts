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

/** How long a call may take (specification section 9). */
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
    // An expired session or a disabled account: who sent this is signed out, in all tabs. Not who signed in meanwhile.
    if (response.status === 401 && sender && sender === authState().user?.id && (await codeOf(response)) === 'unauthenticated')
      endSession();
    if (response.status !== 403) return response;
    const code = await codeOf(response);
    // The days of grace are over: nothing of the staff goes on before the second factor is set up.
    if (code === 'second-factor-required') location.assign('/profile/security#zweiter-faktor');
    if (code !== 'reauthentication-required') return response;
    // Roles, exports and deletions want a fresh password: ask once, then go on where the person was.
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

/** Calls the server's endpoints by the contract. Pages call `api` of call.ts, which fetches this when it is first needed. */
export const client: Client = createORPCClient(link);

/** ofetch throws on a refusal, after its one retry; the refusal itself is the answer. */
async function answerOf(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && 'response' in error && error.response instanceof Response) return asJson(error.response);
    throw error;
  }
}

/** The link reads only what is called application/json; a refusal is called application/problem+json (RFC 9457). */
function asJson(response: Response): Response {
  const headers = new Headers(response.headers);
  if (headers.get('content-type')?.startsWith('application/problem+json')) headers.set('content-type', 'application/json');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function codeOf(response: Response): Promise<string> {
  return refusalOf(await response.clone().json(), response.status).code;
}

function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return error instanceof ORPCError ? refusalOf(error.data, error.status) : noLine();
}
