import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPath, type Address } from './address.ts';
import { checkNewName } from './fileNames.ts';
import type { Actor } from './rules.ts';
import type { Storage } from '../objects/storage.ts';

/** The input of a handler of the protocol. */
export type Asked = { storage: Storage; actor: Actor | undefined; address: Address; request: FastifyRequest; reply: FastifyReply };

/** The value of a request header; undefined if it is absent or has several values. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The path of an upload, from the query or the metadata; throws 400 if it is invalid. */
export function nameOf({ query }: Address, given: { name?: string | null | undefined }): string {
  return checkNewName(checkPath(query.get('name') ?? given.name ?? ''));
}
