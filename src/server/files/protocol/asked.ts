import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPath, type Address } from './address.ts';
import { checkNewName } from './fileNames.ts';
import type { Actor } from './rules.ts';
import type { Storage } from '../objects/storage.ts';

/** The input of a handler of the protocol. */
export type Asked = { storage: Storage; actor: Actor | undefined; address: Address; request: FastifyRequest; reply: FastifyReply };

/** A single header of a request. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The path of an upload: in the query, or in what the client says about the file. */
export function nameOf({ query }: Address, given: { name?: string | null | undefined }): string {
  return checkNewName(checkPath(query.get('name') ?? given.name ?? ''));
}
