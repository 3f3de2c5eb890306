import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { Permission } from './permissions.ts';
import { problems, type ProblemCode } from './problems.ts';

/** The metadata of an endpoint beside its path: the server enforces it, the OpenAPI document shows it. */
export type EndpointMeta = {
  /** The one permission that it needs. */
  access: Permission;
  /**
   * The club whose flag decides where the permission belongs to a switchable part: `record` lets the
   * request through the door, and the handler asks the club of the record that it has read; `host` asks the club of the
   * host and the viewer's own at the door. An address that names a record is `record` by itself.
   */
  featureOf?: 'record' | 'host';
  /** Needs a password confirmed within the last 15 minutes (roles, exports, deletions). */
  fresh?: true;
  /** How long its answer may take, where 3.7 s are not enough; then the caller gets 503, and nothing more is written. */
  answerMs?: number;
  /** How large its body may be, where 1 MiB is not enough. */
  bodyBytes?: number;
};

type EndpointRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  description?: string;
  /** A request body that works, for the document. */
  example?: unknown;
  refuses?: readonly ProblemCode[];
};

/** The refusals that every endpoint may give; an endpoint adds its own in `refuses`. */
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

/** The refusals that every writing endpoint may give besides. */
const writingProblems = [
  'origin-refused',
  'invalid-json',
  'unsupported-media-type',
  'payload-too-large',
  'conflict',
] as const satisfies readonly ProblemCode[];

/**
 * Begins an endpoint of the contract; `.input()` and `.output()` follow.
 * There is no other way to make one, so none can be without its access.
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

/** The answer of a write without a result. */
export const done = z.strictObject({ ok: z.literal(true) });
