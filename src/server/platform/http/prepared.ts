import type { FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../process/clock.ts';
import { KeptAnswers } from './keptAnswers.ts';
import { pack, packedFromBytes, packingFor, type Packing } from './packing.ts';

const keptBytes = 16 * 1024 * 1024;

/** The JSON of a response, compressed once per encoding for all clients; a small one stays uncompressed. */
export class Prepared {
  readonly plain: Buffer;
  readonly #packed = new Map<Packing, Buffer | Promise<Buffer>>();

  constructor(json: string) {
    this.plain = Buffer.from(json);
  }

  /** The approximate memory: no encoding makes it longer, and most clients accept the same one. */
  get bytes(): number {
    return 1.5 * this.plain.length;
  }

  get isPackable(): boolean {
    return this.plain.length > packedFromBytes;
  }

  packed(packing: Packing): Buffer | Promise<Buffer> {
    const packed = this.#packed.get(packing) ?? pack(this.plain, packing);
    this.#packed.set(packing, packed);
    return packed;
  }
}

/** A cache of about 16 MiB for prepared responses. */
export function keepPrepared(): KeptAnswers<Prepared> {
  return new KeptAnswers(keptBytes, ({ bytes }) => bytes);
}

/** The ETag of a publicly cacheable response: its name, its version and the minute. */
export function tagOf(name: string, version: number): string {
  return `"${name}-${version}-${Math.floor(now().getTime() / 60_000)}"`;
}

/** Answers 304: the response that the browser cached under `tag` is still valid. */
export function sendUnchanged(reply: FastifyReply, tag: string): FastifyReply {
  return reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' }).status(304).send();
}

/** Sends a prepared response that browsers may cache and revalidate with `tag`. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, tag: string, answer: Prepared): Promise<FastifyReply> {
  return sendPacked(request, reply.headers({ etag: tag, 'cache-control': 'no-cache' }), answer);
}

/** Sends a prepared response, compressed for clients that accept it. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, answer: Prepared): Promise<FastifyReply> {
  void reply.type('application/json').header('vary', 'accept-encoding');
  const packing = answer.isPackable ? packingFor(request) : undefined;
  if (!packing) return reply.send(answer.plain);
  return reply.header('content-encoding', packing).send(await answer.packed(packing));
}
