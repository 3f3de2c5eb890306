import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import os from 'node:os';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** argon2id with the minimum OWASP parameters: 19 MiB, two passes, one lane; about 18 ms of one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

// At most all cores but one hash at a time, so that a burst of sign-ins does not block other requests; the others wait in a queue.
let free = Math.max(1, os.availableParallelism() - 1);
const waiting: (() => void)[] = [];

/** The stored hash: `argon2id$memory$passes$salt$tag`, salt and tag in base64. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash(password, nonce, cost.memory, cost.passes);
  return ['argon2id', cost.memory, cost.passes, nonce.toString('base64'), tag.toString('base64')].join('$');
}

/** Whether a password matches a hash. Takes the same time for every wrong one. */
export async function verifyPassword({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  const [algorithm, memory, passes, nonce, tag] = stored.split('$');
  if (algorithm !== 'argon2id' || !memory || !passes || !nonce || !tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await hash(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

async function hash(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await derive('argon2id', {
      message: Buffer.from(password.normalize('NFC')),
      nonce,
      memory,
      passes,
      parallelism: cost.parallelism,
      tagLength: cost.tagLength,
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
