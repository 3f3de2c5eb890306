import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Permission } from './permissions.ts';
import { problems, type ProblemCode } from './problems.ts';

/** The metadata of an endpoint beside its path: enforced by the server, shown in the OpenAPI document. */
export type EndpointMeta = {
  /** The permission that the endpoint requires. */
  access: Permission;
  /**
   * The club whose flag is checked if the permission belongs to a feature: with `record` the handler checks the club of
   * the record that it read; with `host` the club of the host and the user's own club are checked before the handler
   * runs. The default is `record` for paths with a parameter, otherwise `host`.
   */
  featureOf?: 'record' | 'host';
  /** Requires a password confirmed within the last 15 minutes (roles, exports, deletions). */
  fresh?: true;
  /**
   * The timeout of the response in ms, if longer than the default of 3.7 s; after it the caller gets 503 and the
   * transaction is rolled back.
   */
  answerMs?: number;
  /** The maximum size of the request body in bytes, if larger than the default of 1 MiB. */
  bodyBytes?: number;
};

type EndpointRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  description?: string;
  /** A valid request body for the OpenAPI document. */
  example?: unknown;
  refuses?: readonly ProblemCode[];
};

/** The errors that every endpoint may return; an endpoint adds its own in `refuses`. */
const commonProblems = [
  'invalid-argument',
  'invalid-input',
  'unauthenticated',
  'forbidden',
  'second-factor-required',
  'not-found',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const satisfies readonly ProblemCode[];

/** The additional errors of every writing endpoint. */
const writingProblems = [
  'origin-refused',
  'invalid-json',
  'unsupported-media-type',
  'payload-too-large',
  'conflict',
] as const satisfies readonly ProblemCode[];

/**
 * Starts an endpoint of the contract; `.input()` and `.output()` follow. It is the only way to declare one, so that
 * none lacks its permission.
 */
export function endpoint(said: EndpointMeta, { refuses = [], example, ...route }: EndpointRoute) {
  const meta = { featureOf: route.path.includes('{') ? ('record' as const) : ('host' as const), ...said };
  const codes = new Set<ProblemCode>([
    ...commonProblems,
    ...(route.method === 'GET' ? [] : writingProblems),
    ...(meta.fresh ? (['reauthentication-required'] as const) : []),
    ...refuses,
  ]);
  const errors = Object.fromEntries([...codes].map((code) => [code, { status: problems[code].status, message: problems[code].title }]));
  return oc
    .$meta<EndpointMeta>(meta)
    .errors(errors)
    .route({
      ...route,
      spec: (operation) => ({
        ...operation,
        ...({
          'x-permission': meta.access,
          ...(meta.fresh && { 'x-fresh': true }),
          ...(example !== undefined && { 'x-example': example }),
        } as object),
      }),
    });
}

/** The response of a write without a result. */
export const done = z.strictObject({ ok: z.literal(true) });
