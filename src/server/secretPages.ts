import { call, ORPCError } from '@orpc/server';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';
import { personAccessApi } from '#server/people/persons/accessApi.ts';
import { trialsApi } from '#server/courses/trials/api.ts';
import { watchesApi } from '#server/courses/watches/api.ts';
import { hallRequestsApi } from '#server/halls/hallRequests/api.ts';
import { helperSignUpApi } from '#server/helpers/signUp/helperSignUpApi.ts';
import { mayBeOpen } from '#server/money/auditors/links.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { endpointsOf } from './endpoints.ts';

type Endpoints = ReturnType<typeof endpointsOf>;
type Reading = (context: Context, token: string) => Promise<unknown>;

/**
 * What a page behind a secret reads first: the page's own endpoints, of which one has to know the secret. So the status of the page never
 * tells more than the page itself, and reading uses no secret up.
 */
const readingsOf = (api: Endpoints): { readonly [page in PageName]?: readonly Reading[] } => ({
  registration: [
    (context, token) => call(api.participations.byToken, { token }, { context }),
    (context, token) => call(api.membershipApplications.state, { token }, { context }),
  ],
  trial: [(context, token) => call(trialsApi.byToken, { token }, { context })],
  watch: [(context, token) => call(watchesApi.byToken, { token }, { context })],
  contractDeclaration: [(context, token) => call(api.contractDeclarations.byLink, { token }, { context })],
  helpers: [(context, token) => call(helperSignUpApi.open, { token }, { context })],
  invitation: [(context, token) => call(api.invitations.read, { token }, { context })],
  access: [(context, token) => call(personAccessApi.check, { token }, { context })],
  ownHours: [(context, token) => call(api.ownHours.read, { token }, { context })],
  ownHallRequest: [(context, token) => call(hallRequestsApi.byToken, { token }, { context })],
  books: [mayBeOpen],
});

/** Tells whether the secret in the URL of a page opens anything; other pages need none. */
export function openedBySecrets(api: Endpoints): (page: PageName, pathname: string, context: Context) => Promise<boolean> {
  const readings = readingsOf(api);
  return async (page, pathname, context) => {
    const token = secretIn(page, pathname);
    const asked = readings[page];
    if (token === undefined || !asked) return true;
    // The log entry stays that of the page, and a slow reading does not end the page's own ones.
    const inside = { ...context, trace: { ...context.trace }, progress: { ...context.progress } };
    for (const reading of asked) if (await isKnown(reading(inside, token))) return true;
    return false;
  };
}

/** The secret at the end of a page's URL; undefined for pages without one. */
function secretIn(page: PageName, pathname: string): string | undefined {
  if (!pageOf(page).path.endsWith('/$token')) return undefined;
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return '';
  }
}

const saysUnknown: ReadonlySet<string> = new Set(['not-found', 'invalid-link', 'invalid-argument']);

/** Any other failure is no answer to the question: the page itself says what happened. */
async function isKnown(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof ORPCError) return error.status !== 400;
    return !(error instanceof Problem && saysUnknown.has(error.code));
  }
}
