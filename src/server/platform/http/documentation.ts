import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { AnyContractRouter } from '@orpc/contract';
import { appVersion } from '#shared/kernel/version.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { problems, type ProblemCode } from '#shared/kernel/problems.ts';

type Content = { [type: string]: object };
type Operation = {
  requestBody?: { content?: Content };
  responses?: { [status: string]: { content?: Content } };
  'x-example'?: unknown;
};

/** An endpoint outside the contract (streams, files), for the OpenAPI document. */
export type PlainEndpoint = {
  method: 'get' | 'post';
  path: string;
  summary: string;
  access: Permission;
  answer: string;
  refuses: readonly ProblemCode[];
};

/**
 * The OpenAPI 3.1 description of the whole interface, with the permission of each endpoint as `x-permission`. `described` adds finished
 * descriptions of other protocols.
 */
export async function describeApi(
  contract: AnyContractRouter,
  plain: readonly PlainEndpoint[],
  described: { [path: string]: object },
): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Vereinsportal',
      version: appVersion,
      description: 'Every error response is a problem document (RFC 9457) with one of the codes below.',
    },
    servers: [{ url: '/api' }],
    commonSchemas: {},
    customErrorResponseBodySchema: (errors) => problemSchema(errors.map(([code]) => code)),
  });
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as Operation[]) {
      placeExample(operation);
      nameProblems(operation);
    }
  }
  for (const { method, path, summary, access, answer, refuses } of plain) {
    document.paths ??= {};
    document.paths[path] = {
      ...document.paths[path],
      servers: [{ url: '/' }],
      [method]: { summary, 'x-permission': access, responses: { '200': { description: answer }, ...refusals(refuses) } },
    };
  }
  document.components = {
    ...document.components,
    securitySchemes: { storageToken: { type: 'http', scheme: 'bearer', description: 'From POST /api/session/token; valid for one hour.' } },
  };
  document.paths = { ...document.paths, ...described };
  return document;
}

/** The generator declares every response as JSON; problems have their own media type (RFC 9457). */
function nameProblems({ responses = {} }: Operation): void {
  for (const [status, { content }] of Object.entries(responses)) {
    if (Number(status) < 400 || !content?.['application/json']) continue;
    content['application/problem+json'] = content['application/json'];
    delete content['application/json'];
  }
}

function placeExample(operation: Operation): void {
  const { 'x-example': example } = operation;
  delete operation['x-example'];
  const json = operation.requestBody?.content?.['application/json'];
  if (json && example !== undefined) Object.assign(json, { example });
}

/** The problem responses of an endpoint outside the contract, by status. */
function refusals(codes: readonly ProblemCode[]): object {
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const mine = codes.filter((code) => problems[code].status === status);
      return [
        status,
        {
          description: mine.map((code) => problems[code].title).join(' '),
          content: { 'application/problem+json': { schema: problemSchema(mine) } },
        },
      ];
    }),
  );
}

function problemSchema(codes: string[]): object {
  const known = codes.filter((code) => Object.hasOwn(problems, code));
  return {
    type: 'object',
    required: ['type', 'status', 'code', 'title', 'requestId'],
    properties: {
      type: { type: 'string' },
      status: { type: 'integer' },
      code: { type: 'string', enum: known },
      title: { type: 'string' },
      requestId: { type: 'string' },
      fields: {
        type: 'array',
        items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
      },
      ...(known.includes('conflict') && {
        saved: {
          type: 'object',
          required: ['by', 'at'],
          properties: { by: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
        },
      }),
    },
  };
}
