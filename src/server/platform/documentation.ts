import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { AnyContractRouter } from '@orpc/contract';
import { appVersion } from '#shared/version.ts';
import { problems } from '#shared/problems.ts';

type Operation = { requestBody?: { content?: { [type: string]: object } }; 'x-example'?: unknown };

/** An endpoint outside the contract (streams, files), for the document. */
export type PlainEndpoint = { method: 'get' | 'post'; path: string; summary: string; access: string; answer: string };

/** The OpenAPI 3.1 description of the whole interface, with the permission of each endpoint as `x-permission`. */
export async function describeApi(contract: AnyContractRouter, plain: readonly PlainEndpoint[]): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Vereinsportal',
      version: appVersion,
      description: 'Every refusal is a problem document (RFC 9457) with one of the codes below.',
    },
    servers: [{ url: '/api' }],
    commonSchemas: {},
    customErrorResponseBodySchema: (errors) => problemSchema(errors.map(([code]) => code)),
  });
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as Operation[]) placeExample(operation);
  }
  for (const { method, path, summary, access, answer } of plain) {
    document.paths ??= {};
    document.paths[path] = {
      ...document.paths[path],
      servers: [{ url: '/' }],
      [method]: { summary, 'x-permission': access, responses: { '200': { description: answer } } },
    };
  }
  return document;
}

function placeExample(operation: Operation): void {
  const { 'x-example': example } = operation;
  delete operation['x-example'];
  const json = operation.requestBody?.content?.['application/json'];
  if (json && example !== undefined) Object.assign(json, { example });
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
    },
  };
}
